import { useTranslation } from 'react-i18next';
import { Section } from '@atelier/ui/layout/section.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { Deliveries } from './deliveries.tsx';
import { WEBHOOKS, type WebhookView } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { BESIDE_FIELDS, valuesOf, webhookBody } from './webhook-values.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStanding } from './webhook-row.tsx';
import { Copy } from 'lucide-react';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';

interface EndpointPanelProps {
  webhook: WebhookView;
  sites: readonly SiteView[];
  onClose: () => void;
}

/** One endpoint: how sending stands, what can be done, its keys, its deliveries, and what it is. */
export function EndpointPanel({ webhook, sites, onClose }: EndpointPanelProps) {
  const { t } = useTranslation('webhooks');
  return (
    <SidePanel open onClose={onClose} title={<bdi>{webhook.name}</bdi>} size={720} testId="webhook-panel">
      <Stack gap={16}>
        <WebhookStanding webhook={webhook} />
        <WebhookActions webhook={webhook} />
        <WebhookKeys webhook={webhook} />
        <Section title={t('deliveries')}>
          <Deliveries id={webhook.id} />
        </Section>
        <Section title={t('change')}>
          <ChangeForm webhook={webhook} sites={sites} />
        </Section>
      </Stack>
    </SidePanel>
  );
}

function ChangeForm({ webhook, sites }: Omit<EndpointPanelProps, 'onClose'>) {
  const { t } = useTranslation('webhooks');
  const { id } = webhook;
  const change = useCommand((body: object) => ({ path: '/webhook/update', body: { id, ...body } }), {
    quiet: BESIDE_FIELDS,
    invalidates: [WEBHOOKS],
    done: t('changed'),
  });
  return (
    <WebhookForm
      values={valuesOf(webhook)}
      sites={sites}
      label={t('save')}
      busy={change.isPending}
      onSend={(values, onError) => change.mutate(webhookBody(values), { onError })}
    />
  );
}

/** The public keys that the receiver verifies with: they are no secret. */
function WebhookKeys({ webhook }: { webhook: WebhookView }) {
  const { t } = useTranslation('webhooks');
  const { dateTime } = useStaffFormat();
  const words = { copied: t('copied'), notCopied: t('notCopied') };
  return (
    <Section title={t('keys')}>
      {webhook.keys.map(({ public_key: key, until }) => (
        <div key={key} className="webhook-key stack gap-8 items-start">
          <TextField
            label={until === null ? t('key') : t('keyUntil', { at: dateTime(until) })}
            value={key}
            readOnly
            dir="ltr"
            onFocus={(event) => event.target.select()}
            {...(until === null && { hint: t('keyHint'), testId: 'webhook-key' })}
          />
          <Button icon={<Copy size={15} aria-hidden />} onClick={() => void copyText(key, words)}>
            {t('copy')}
          </Button>
        </div>
      ))}
    </Section>
  );
}
