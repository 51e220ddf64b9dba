import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { Form } from '../../shared/form/form.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { issuesOf, webhookIssues, type WebhookValues } from './webhook-values.ts';
import { WebhookFields } from './webhook-fields.tsx';

interface WebhookFormProps {
  values: WebhookValues;
  sites: readonly SiteView[];
  /** The verb of its button. */
  label: string;
  busy: boolean;
  /** What the server finds goes to `onError`, and beside the fields. */
  onSend: (values: WebhookValues, onError: (error: ApiError) => void) => void;
  onCancel?: () => void;
}

/** The form of an endpoint, new or not. */
export function WebhookForm({ values, sites, label, busy, onSend, onCancel }: WebhookFormProps) {
  const { t } = useTranslation(['webhooks', 'common']);
  const { form, show } = useIssueForm<WebhookValues>({
    defaultValues: values,
    issuesOf: webhookIssues,
    wordsOf: (code) => t(`webhooks:issue.${code}`),
  });
  return (
    <Form
      form={form}
      className="user-form"
      onSubmit={(sent) => onSend(sent, (error) => show(issuesOf(error)))}
    >
      <WebhookFields form={form} sites={sites} />
      <div className="row">
        <Button type="submit" variant="primary" busy={busy} testId="webhook-save">
          {label}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('common:cancel')}</Button>}
      </div>
    </Form>
  );
}
