import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import type { SiteView } from '@atelier/contracts/reference/schema.ts';
import { useWebhooks, WEBHOOKS } from './queries.ts';
import { EndpointPanel } from './endpoint-panel.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { BESIDE_FIELDS, newWebhook, webhookBody } from './webhook-values.ts';
import { WebhookForm } from './webhook-form.tsx';

import './webhooks.css';

/** Where other systems are sent what happens, and how that stands (product/webhooks.md). */
export function WebhooksPanel({ sites }: { sites: readonly SiteView[] }) {
  const { t } = useTranslation('webhooks');
  const webhooks = useWebhooks();
  const [open, show] = useState<'new' | number | null>(null);
  const shown = webhooks.data?.data.find(({ id }) => id === open);
  const close = () => show(null);
  return (
    <ListScreen
      id="webhooks"
      lead={t('lead')}
      title={t('title')}
      total={webhooks.data && (webhooks.data.total ?? 0)}
      add={{
        label: t('new'),
        icon: <Plus size={16} aria-hidden />,
        onClick: () => show('new'),
        testId: 'webhook-new',
      }}
      list={
        <PagedTable
          query={webhooks}
          skeleton={{ rows: 3, height: 44, gap: 14 }}
          failed={t('failed')}
          empty={
            <EmptyState title={t('none')} icon={<Webhook aria-hidden />} testId="webhooks-none">
              {t('noneBody')}
            </EmptyState>
          }
        >
          {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onOpen={() => show(webhook.id)} />}
        </PagedTable>
      }
    >
      {open === 'new' && <NewWebhookPanel sites={sites} onClose={close} onMade={show} />}
      {shown && <EndpointPanel key={shown.id} webhook={shown} sites={sites} onClose={close} />}
    </ListScreen>
  );
}

interface NewWebhookPanelProps {
  sites: readonly SiteView[];
  onClose: () => void;
  onMade: (id: number) => void;
}

/** A new endpoint; once made it stands open, with the key that its receiver needs. */
function NewWebhookPanel({ sites, onClose, onMade }: NewWebhookPanelProps) {
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
