import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import type { SiteView } from '../queries.ts';
import { BESIDE_FIELDS, newWebhook, webhookBody } from './webhook-form.ts';
import { WEBHOOKS } from './queries.ts';
import { WebhookForm } from './webhook-form-part.tsx';

interface NewWebhookPanelProps {
  sites: readonly SiteView[];
  onClose: () => void;
  onMade: (id: number) => void;
}

/** A new endpoint; once made it stands open, with the key that its receiver needs. */
export function NewWebhookPanel({ sites, onClose, onMade }: NewWebhookPanelProps) {
  const { t } = useTranslation('webhooks');
  const client = useQueryClient();
  const own = useSession().view.site;
  const make = useCommand((body: object) => ({ path: '/webhook/create', body }), {
    quiet: BESIDE_FIELDS,
    done: ({ data }) => t('made', { name: data.name }),
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: WEBHOOKS });
      onMade(data.id);
    },
  });
  return (
    <SidePanel open onClose={onClose} title={t('new')} testId="new-webhook">
      <WebhookForm
        values={newWebhook(String(own?.id ?? ''))}
        sites={sites}
        label={t('make')}
        busy={make.isPending}
        onSend={(values, onError) => make.mutate(webhookBody(values), { onError })}
        onCancel={onClose}
      />
    </SidePanel>
  );
}
