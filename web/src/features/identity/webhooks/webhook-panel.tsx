import { useTranslation } from 'react-i18next';
import { Section } from '@atelier/ui/layout/section.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import type { SiteView } from '../queries.ts';
import { Deliveries } from './deliveries.tsx';
import { WEBHOOKS, type WebhookView } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { BESIDE_FIELDS, valuesOf, webhookBody } from './webhook-form.ts';
import { WebhookForm } from './webhook-form-part.tsx';
import { WebhookKeys } from './webhook-keys.tsx';
import { WebhookStanding } from './webhook-row.tsx';

interface WebhookPanelProps {
  webhook: WebhookView;
  sites: readonly SiteView[];
  onClose: () => void;
}

/** One endpoint: how sending stands, what can be done, its keys, its deliveries, and what it is. */
export function WebhookPanel({ webhook, sites, onClose }: WebhookPanelProps) {
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

function ChangeForm({ webhook, sites }: Omit<WebhookPanelProps, 'onClose'>) {
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
