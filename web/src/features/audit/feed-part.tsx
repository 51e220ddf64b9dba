import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { FeedRow } from './feed-row.tsx';
import { NothingFound, Older } from './older.tsx';
import { FEED_KINDS, useFeed, useFeedFilters } from './queries.ts';
import type { FeedFilters } from './queries.ts';
import { usePlaceFilters } from './use-place-filters.ts';

/** What happened at every site, the newest first, live. */
export function FeedPart() {
  const { t } = useTranslation('audit');
  const { values, change } = useFeedFilters();
  const query = useFeed(values);
  const name = query.data?.data.find(({ actor_id: id }) => String(id) === values.person)?.actor;
  return (
    <ListScreen
      id="audit"
      lead={t('feed.lead')}
      title={t('feed.title')}
      list={
        <>
          <FeedFilterBar values={values} change={change} />
          {values.person !== '' && (
            <p className="audit-person">
              <span>{t('feed.onlyPerson', { name: name ?? `#${values.person}` })}</span>
              <Button variant="quiet" onClick={() => change({ person: '' })} testId="audit-everybody">
                {t('feed.everybody')}
              </Button>
            </p>
          )}
          <PagedTable
            query={query}
            skeleton={{ rows: 10, height: 44, gap: 12 }}
            failed={t('feed.failed')}
            empty={<NothingFound query={query} />}
            foot={<Older query={query} />}
            testId="audit-feed"
          >
            {(entry) => (
              <FeedRow
                key={entry.position}
                entry={entry}
                onPerson={(person) => change({ person: String(person) })}
              />
            )}
          </PagedTable>
        </>
      }
    />
  );
}

interface FeedFilterBarProps {
  readonly values: FeedFilters;
  readonly change: ReturnType<typeof useFeedFilters>['change'];
}

function FeedFilterBar({ values, change }: FeedFilterBarProps) {
  const { t } = useTranslation('audit');
  const places = usePlaceFilters();
  return (
    <FilterBar
      id="audit"
      values={values}
      onChange={change}
      filters={[
        {
          name: 'kind',
          label: t('feed.kind'),
          placeholder: t('feed.everything'),
          options: FEED_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        },
        ...places,
      ]}
    />
  );
}
