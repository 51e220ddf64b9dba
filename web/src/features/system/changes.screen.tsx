import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { ChangeRow } from './change-row.tsx';
import { CHANGE_KINDS, useChangeFilters, useChanges } from './queries.ts';
import './changes.css';

/** `/system/changes`: what administrators changed, by whom and when, from the log (product/audit.md §3). */
export function Screen() {
  const { t } = useTranslation('changes');
  const { values, change } = useChangeFilters();
  const query = useChanges(values);
  const older = query.hasNextPage && (
    <div className="panel-foot">
      <Button
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
        testId="changes-older"
      >
        {t('older')}
      </Button>
    </div>
  );
  return (
    <ListScreen
      id="changes"
      lead={t('lead')}
      title={t('title')}
      list={
        <>
          <FilterBar
            id="changes"
            values={values}
            onChange={change}
            filters={[
              {
                name: 'kind',
                label: t('what'),
                placeholder: t('everything'),
                options: CHANGE_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
              },
              {
                name: 'person',
                label: t('who'),
                placeholder: t('everybody'),
                options: query.people.map(({ id, name }) => ({ value: String(id), label: name })),
              },
            ]}
          />
          <PagedTable
            query={query}
            skeleton={{ rows: 8, height: 48, gap: 14 }}
            failed={t('failed')}
            empty={
              <EmptyState title={t('none')} icon={<History aria-hidden />}>
                {t('noneBody')}
              </EmptyState>
            }
            foot={older}
          >
            {(each) => <ChangeRow key={each.position} change={each} />}
          </PagedTable>
        </>
      }
    />
  );
}
