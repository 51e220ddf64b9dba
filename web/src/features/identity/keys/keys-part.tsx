import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, EmptyState } from '@atelier/ui/feedback/states.tsx';
import { ListScreen } from '../../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../../shared/paged-table/paged-table.tsx';
import { Pager } from '../../../shared/paged-table/pager.tsx';
import { useFilters } from '../../../shared/filter-bar/use-filters.ts';
import type { SiteView } from '../queries.ts';
import { isOrphan, KeyRow } from './key-row.tsx';
import { NewKeyPanel } from './new-key-panel.tsx';
import { PAGE_SIZE, useApiKeys } from './queries.ts';
import './keys.css';

/** The keys of other systems: what each may do, until when, and when it was last used (product/identity.md §9). */
export function KeysPart({ sites }: { sites: readonly SiteView[] }) {
  const { t } = useTranslation('users');
  const { page, turnTo } = useFilters({});
  const [isMaking, setMaking] = useState(false);
  const keys = useApiKeys(page);
  const orphans = keys.data?.data.filter(isOrphan).length ?? 0;
  const total = keys.data && (keys.data.total ?? 0);
  return (
    <ListScreen
      id="api-keys"
      lead={t('apiKey.lead')}
      title={t('apiKey.title')}
      total={total}
      add={{
        label: t('apiKey.new'),
        icon: <Plus size={16} aria-hidden />,
        onClick: () => setMaking(true),
        testId: 'api-key-new',
      }}
      list={
        <>
          {orphans > 0 && (
            <Banner tone="warn" title={t('apiKey.orphans', { count: orphans })} testId="api-keys-orphans">
              {t('apiKey.orphansBody')}
            </Banner>
          )}
          <PagedTable
            query={keys}
            skeleton={{ rows: 4, height: 44, gap: 14 }}
            failed={t('apiKey.failed')}
            empty={
              <EmptyState title={t('apiKey.none')} icon={<KeyRound aria-hidden />} testId="api-keys-none">
                {t('apiKey.noneBody')}
              </EmptyState>
            }
            foot={
              <Pager id="api-keys" total={total} pageSize={PAGE_SIZE} page={page} onPage={turnTo} byTime />
            }
          >
            {(key) => <KeyRow key={key.id} apiKey={key} />}
          </PagedTable>
        </>
      }
    >
      {isMaking && <NewKeyPanel sites={sites} onClose={() => setMaking(false)} />}
    </ListScreen>
  );
}
