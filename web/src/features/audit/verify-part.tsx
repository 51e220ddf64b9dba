import { useTranslation } from 'react-i18next';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useVerifications } from './verify-queries.ts';
import { VerifyRow } from './verify-row.tsx';

/** What each verification of the log found, the newest first (product/audit.md §8). */
export function VerifyPart() {
  const { t } = useTranslation('verification');
  const query = useVerifications();
  return (
    <ListScreen
      id="verify"
      lead={t('lead')}
      title={t('title')}
      list={
        <PagedTable
          query={query}
          skeleton={{ rows: 3, height: 52, gap: 14 }}
          failed={t('failed')}
          empty={<EmptyState title={t('none')} />}
          testId="verify-list"
        >
          {(found) => <VerifyRow key={found.id} found={found} />}
        </PagedTable>
      }
    />
  );
}
