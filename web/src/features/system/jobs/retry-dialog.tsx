import { RETRY_REASON_LENGTH } from '@atelier/domain/system/jobs/contract.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { jobsQuery } from './jobs-queries.ts';

export type Retried =
  | { readonly kind: 'job'; readonly queue: string; readonly jobId: string }
  | { readonly kind: 'parked'; readonly projection: string; readonly streamId: string };

/** Tries again, with the reason that is written down beside one's name. */
export function RetryDialog({ asked, onClose }: { asked: Retried; onClose: () => void }) {
  const { t } = useTranslation(['jobs', 'common']);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const retry = useCommand<string>((why) => callOf(asked, why), {
    onSuccess: () => {
      notify({ tone: 'good', title: t('jobs:retried') });
      onClose();
    },
    onSettled: () => void client.invalidateQueries(jobsQuery()),
  });
  const submit = () => {
    setTried(true);
    if (reason.trim() !== '') retry.mutate(reason.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('jobs:retryTitle')}
      size={480}
      testId="retry-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={retry.isPending} onClick={submit} testId="retry-confirm">
            {t('jobs:retry')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <bdi className="muted num">{asked.kind === 'job' ? asked.jobId : asked.streamId}</bdi>
        <TextArea
          label={t('terms:field.reason')}
          hint={t('jobs:reasonHint')}
          required
          rows={3}
          maxLength={RETRY_REASON_LENGTH}
          value={reason}
          error={isTried && reason.trim() === '' ? t('jobs:reasonRequired') : undefined}
          onChange={(event) => setReason(event.target.value)}
          testId="retry-reason"
        />
      </div>
    </Dialog>
  );
}

const callOf = (asked: Retried, reason: string) =>
  asked.kind === 'job'
    ? { path: '/jobs/retry', body: { queue: asked.queue, job_id: asked.jobId, reason } }
    : {
        path: '/jobs/release',
        body: { projection: asked.projection, stream_id: asked.streamId, reason },
      };
