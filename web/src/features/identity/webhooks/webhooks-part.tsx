import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../../shared/paged-table/paged-table.tsx';
import type { SiteView } from '../queries.ts';
import { NewWebhookPanel } from './new-webhook-panel.tsx';
import { useWebhooks } from './queries.ts';
import { WebhookPanel } from './webhook-panel.tsx';
import { WebhookRow } from './webhook-row.tsx';
import './webhooks.css';

/** Where other systems are sent what happens, and how that stands (product/webhooks.md). */
export function WebhooksPart({ sites }: { sites: readonly SiteView[] }) {
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
      {shown && <WebhookPanel key={shown.id} webhook={shown} sites={sites} onClose={close} />}
    </ListScreen>
  );
}
