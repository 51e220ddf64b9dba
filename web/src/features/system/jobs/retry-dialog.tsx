import { RETRY_REASON_LENGTH } from '@atelier/domain/system/jobs/contract.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../shared/decisions/reason-dialog.tsx';
import { jobsQuery } from '../queries.ts';

export type Retried =
  | { readonly kind: 'job'; readonly queue: string; readonly jobId: string }
  | { readonly kind: 'parked'; readonly projection: string; readonly streamId: string };

/** Tries again, with the reason that is written down beside one's name. */
export function RetryDialog({ asked, onClose }: { asked: Retried; onClose: () => void }) {
  const { t } = useTranslation('jobs');
  return (
    <ReasonDialog
      title={t('retryTitle')}
      body={<bdi className="muted num">{asked.kind === 'job' ? asked.jobId : asked.streamId}</bdi>}
      accept={t('retry')}
      hint={t('reasonHint')}
      maxLength={RETRY_REASON_LENGTH}
      size={480}
      call={(why) => callOf(asked, why)}
      done={t('retried')}
      refreshes={[jobsQuery().queryKey]}
      onClose={onClose}
      testId="retry"
    />
  );
}

const callOf = (asked: Retried, reason: string) =>
  asked.kind === 'job'
    ? { path: '/jobs/retry' as const, body: { queue: asked.queue, job_id: asked.jobId, reason } }
    : {
        path: '/jobs/release' as const,
        body: { projection: asked.projection, stream_id: asked.streamId, reason },
      };
