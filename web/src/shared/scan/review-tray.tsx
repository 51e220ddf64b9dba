import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';

export interface ReviewTrayProps {
  conflicts: readonly QueuedScan[];
  onSeen: (key: string) => void;
}

/** Scans made offline that the server answered otherwise: the verdict was not seen, so it waits here until it is. */
export function ReviewTray({ conflicts, onSeen }: ReviewTrayProps) {
  const { t } = useTranslation('repair');
  if (conflicts.length === 0) return null;
  return (
    <Panel
      title={t('review.title')}
      aside={t('review.lead', { count: conflicts.length })}
      className="review-tray"
      testId="review-tray"
    >
      {conflicts.map((scan) => (
        <ReviewLine key={scan.key} scan={scan} onSeen={() => onSeen(scan.key)} />
      ))}
    </Panel>
  );
}

function ReviewLine({ scan, onSeen }: { scan: QueuedScan; onSeen: () => void }) {
  const { t } = useTranslation(['repair', 'refusals', 'status']);
  const format = useStaffFormat();
  const word =
    scan.answer === null
      ? t(`refusals:${scan.refusal ?? ''}`, scan.refusal ?? '')
      : t(`repair:verdict.${scan.answer.verdict}`);
  return (
    <div className="todo" data-testid="review-line">
      <Tag>{word}</Tag>
      <span>
        <bdi className="strong num">{scan.code}</bdi>{' '}
        <span className="small muted">
          {t('repair:review.madeAt', { time: format.time(scan.occurredAt, true) })} ·{' '}
          {t(`status:name.${scan.target}`)}
        </span>
      </span>
      <Button onClick={onSeen} testId="review-seen">
        {t('repair:review.seen')}
      </Button>
    </div>
  );
}

/** The device did not take the last scan: scans go from memory, and closing the page would lose those that wait. */
export function UnsavedNotice() {
  const { t } = useTranslation('repair');
  return (
    <Banner tone="warn" title={t('unsaved.title')} testId="scans-unsaved">
      {t('unsaved.body')}
    </Banner>
  );
}

interface QueueCountProps {
  count: number;
  isShort: boolean;
  onSend: () => void;
}

/** How many scans wait for the connection, always in sight, with the wish to try now. */
export function QueueCount({ count, isShort, onSend }: QueueCountProps) {
  const { t } = useTranslation('repair');
  const { number } = useStaffFormat();
  return (
    <div data-testid="queue-count" data-waiting={count > 0 || undefined}>
      <b className="num">{number(count)}</b>
      <span className="small muted">{t(isShort ? 'scan.short.queue' : 'scan.queue')}</span>
      {count > 0 && (
        <Button
          variant="quiet"
          icon={<CloudUpload size={15} aria-hidden />}
          onClick={onSend}
          testId="queue-send"
        >
          {t('review.sendNow')}
        </Button>
      )}
    </div>
  );
}
