import { UNUSUAL_RULES } from '@atelier/domain/audit/unusual.ts';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { FeedRow } from './feed-row.tsx';
import { NothingFound, Older } from './older.tsx';
import { useUnusual, useUnusualFilters } from './queries.ts';
import { usePlaceFilters } from './use-place-filters.ts';

/** What rules name as out of the ordinary, the newest first. */
export function UnusualPart() {
  const { t } = useTranslation('audit');
  const { values, change } = useUnusualFilters();
  const query = useUnusual(values);
  const places = usePlaceFilters();
  return (
    <ListScreen
      id="unusual"
      lead={t('unusual.lead')}
      title={t('view.unusual')}
      list={
        <>
          <FilterBar
            id="unusual"
            values={values}
            onChange={change}
            filters={[
              {
                name: 'rule',
                label: t('unusual.rule'),
                placeholder: t('unusual.every'),
                options: UNUSUAL_RULES.map((rule) => ({ value: rule, label: t(`rule.${rule}`) })),
              },
              ...places,
            ]}
          />
          <PagedTable
            query={query}
            skeleton={{ rows: 10, height: 44, gap: 12 }}
            failed={t('feed.failed')}
            empty={<NothingFound query={query} />}
            foot={<Older query={query} />}
            testId="unusual-list"
          >
            {(entry) => <FeedRow key={entry.position} entry={entry} rules={entry.rules} />}
          </PagedTable>
        </>
      }
    />
  );
}
