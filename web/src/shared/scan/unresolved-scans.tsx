import { CloudOff, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import type { Unresolved } from './unresolved.ts';
import type { PackingQueue } from './use-packing-queue.ts';
import { useRefusalWords } from './use-packing-words.ts';

export interface UnresolvedScansProps {
  unresolved: Unresolved;
  queue: Pick<PackingQueue, 'remove' | 'sendNow'>;
}

/** Pieces that were scanned and are not on the list of the package: they wait for the connection, or were refused. */
export function UnresolvedScans({ unresolved, queue }: UnresolvedScansProps) {
  const { t } = useTranslation('packing');
  const { waiting, refused } = unresolved;
  if (waiting.length + refused.length === 0) return null;
  return (
    <section role="status" data-testid="unresolved-scans">
      <Banner
        tone="warn"
        title={t('lead', { count: waiting.length + refused.length })}
        action={
          waiting.length > 0 && (
            <Button onClick={queue.sendNow} testId="unresolved-send">
              {t('tryNow')}
            </Button>
          )
        }
      />
      <ul>
        {[...refused, ...waiting].map((scan) => (
          <UnresolvedLine key={scan.key} scan={scan} onRemove={() => queue.remove(scan.key)} />
        ))}
      </ul>
    </section>
  );
}

function UnresolvedLine({ scan, onRemove }: { scan: QueuedScan; onRemove: () => void }) {
  const { t } = useTranslation('packing');
  const { time } = useStaffFormat();
  const why = useRefusalWords()(scan);
  const Shape = why === undefined ? CloudOff : TriangleAlert;
  return (
    <li
      className="todo"
      data-state={why === undefined ? 'waiting' : 'refused'}
      data-testid={`unresolved-${scan.code}`}
    >
      <Shape size={18} aria-hidden />
      <span>
        <bdi className="strong num">{scan.code}</bdi>{' '}
        <span className="small muted">{t('at', { time: time(scan.occurredAt, true) })}</span>
        <br />
        {why === undefined ? t('waits') : t('refused', { why })}
      </span>
      {why !== undefined && (
        <IconButton
          icon={<X size={16} aria-hidden />}
          label={t('remove', { code: scan.code })}
          onClick={onRemove}
          testId={`unresolved-remove-${scan.code}`}
        />
      )}
    </li>
  );
}
