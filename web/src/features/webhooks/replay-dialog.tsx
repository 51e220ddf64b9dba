import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormText } from '../../shared/form/form-field.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { WEBHOOKS, type WebhookView } from './queries.ts';
import {
  BESIDE_REPLAY,
  replayBody,
  replayIssues,
  replayIssuesOf,
  type ReplayValues,
} from './webhook-values.ts';

/** From a position of the log on, or since a time, once more. */
export function ReplayDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { form, show } = useIssueForm<ReplayValues>({
    defaultValues: { position: '', since: '' },
    issuesOf: replayIssues,
    wordsOf: (code) => t(`webhooks:issue.${code}`),
  });
  const replay = useCommand(
    (values: ReplayValues) => ({ path: '/webhook/replay', body: replayBody(webhook.id, values) }),
    {
      quiet: BESIDE_REPLAY,
      onError: (error) => show(replayIssuesOf(error)),
      invalidates: [WEBHOOKS],
      done: t('webhooks:replayed'),
      onSuccess: () => onClose(),
    },
  );
  return (
    <Dialog
      open
      transient
      title={t('webhooks:askReplay', { name: webhook.name })}
      onClose={onClose}
      testId="replay-dialog"
    >
      <Form form={form} className="user-form" onSubmit={(values) => replay.mutate(values)}>
        <p>{t('webhooks:askReplayBody')}</p>
        <FormText
          form={form}
          name="position"
          label={t('webhooks:fromPosition')}
          inputMode="numeric"
          dir="ltr"
          hint={t('webhooks:fromPositionHint')}
          testId="replay-position"
        />
        <FormText
          form={form}
          name="since"
          type="datetime-local"
          label={t('webhooks:since')}
          hint={t('webhooks:sinceHint')}
          testId="replay-since"
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={replay.isPending} testId="replay-send">
            {t('webhooks:replay')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
