import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { NothingFound, Older } from './older.tsx';
import { useUnusual, useUnusualFilters } from './queries.ts';
import { RuleGroup } from './unusual-group.tsx';
import { withEmptyDays } from './day-strip.tsx';
import { DayAxis } from './day-axis.tsx';
import { SettledRules } from './settled-rules.tsx';
import { daysOf, splitSettled, stateOf, unusualGroups, type UnusualGroup } from './unusual-groups.ts';
import { useMoments } from './use-moments.ts';
import { usePlaceFilters } from './use-place-filters.ts';
import './unusual.css';

/** Pages that are read automatically: the rules check up to 5,000 events for each. */
const PAGES = 4;

/** What is out of the ordinary, by the rule that names it, with how far each event is reviewed. */
export function UnusualPart() {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const { values, change } = useUnusualFilters();
  const query = useUnusual(values);
  useFirstPages(query);
  const entries = query.data?.data ?? [];
  const open = entries.filter((entry) => stateOf(entry) === 'open').length;
  const { dayOf } = useMoments();
  const days = withEmptyDays(daysOf(entries, dayOf)).map(({ day }) => day);
  const [pending, settled] = splitSettled(unusualGroups(entries));
  const groups = query.data && { data: pending };
  return (
    <ListScreen
      id="unusual"
      lead={t('unusual.lead')}
      title={t('view.unusual')}
      list={
        <>
          <p className="audit-since small" data-testid="unusual-summary">
            {t('unusual.summary', { open: number(open), total: number(entries.length) })}
          </p>
          <FilterBar id="unusual" values={values} onChange={change} filters={usePlaceFilters()} />
          <DayAxis days={days} />
          <PagedTable
            query={{ ...query, data: groups }}
            skeleton={{ rows: 10, height: 44, gap: 12 }}
            failed={t('feed.failed')}
            empty={settled.length === 0 ? <NothingFound query={query} /> : null}
            foot={
              <>
                <SettledRules groups={settled} days={days} />
                <Searched query={query} />
              </>
            }
            testId="unusual-list"
          >
            {(group: UnusualGroup) => <RuleGroup key={group.rule} group={group} days={days} />}
          </PagedTable>
        </>
      }
    />
  );
}

type Query = ReturnType<typeof useUnusual>;

function useFirstPages({ hasNextPage, isFetchingNextPage, fetchNextPage, pageCount }: Query): void {
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && pageCount > 0 && pageCount < PAGES) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, pageCount, fetchNextPage]);
}

/** How far back the rules have checked, and the way on. */
function Searched({ query }: { query: Query }) {
  const { t } = useTranslation('audit');
  const { dateTime } = useMoments();
  const oldest = query.data?.data.at(-1);
  return (
    <>
      <p className="audit-since small muted">
        {query.hasNextPage && oldest !== undefined
          ? t('unusual.searched', { at: dateTime(oldest.at) })
          : t('unusual.whole')}
      </p>
      <Older query={query} />
    </>
  );
}
