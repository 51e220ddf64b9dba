import type { ReceiptEvent } from '@atelier/contracts/shipping/receiving-schema.ts';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';

/** What was noted of this arrival, by whom and when, the newest first: the same words at both ends. */
export function LogPanel({ log }: { log: readonly ReceiptEvent[] }) {
  const { t } = useTranslation('receiving');
  const format = useStaffFormat();
  if (log.length === 0) return null;
  return (
    <Panel title={t('log.title')} testId="receipt-log">
      <ol className="receipt-log">
        {log.map(({ kind, subject, reason, at, by }) => (
          <li key={`${kind} ${subject} ${at}`} data-kind={kind}>
            <span>
              {t(`log.${kind}`, { subject })}
              {reason !== '' && <bdi className="small muted log-reason">{reason}</bdi>}
            </span>
            <span className="small muted">
              <bdi>
                {by === '' ? format.dateTime(at) : t('log.by', { time: format.dateTime(at), name: by })}
              </bdi>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
