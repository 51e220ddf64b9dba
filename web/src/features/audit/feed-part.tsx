import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { ListScreen } from '../../shared/paged-table/list-screen.tsx';
import { PagedTable } from '../../shared/paged-table/paged-table.tsx';
import { DayStrip } from './day-strip.tsx';
import { feedLines } from './feed-groups.ts';
import { FeedLineRow, lineKey } from './feed-line.tsx';
import { NothingFound, Older } from './older.tsx';
import {
  useCounts,
  useFeed,
  useFeedFilters,
  type FeedFilters,
  type FeedEntry,
  FEED_KINDS,
} from './queries.ts';
import { SubjectSearch } from './subject-search.tsx';
import { useMoments } from './use-moments.ts';
import { usePlaceFilters } from './use-place-filters.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { FeedCounts } from '@atelier/contracts/audit/feed-schema.ts';

import './unusual.css';

/** What happened at every site, the newest first, live; at a past moment up to it. */
export function FeedPart() {
  const { t } = useTranslation('audit');
  const { values, change } = useFeedFilters();
  const query = useFeed(values);
  const moments = useMoments();
  const lines = query.data && { data: feedLines(query.data.data, moments.dayOf) };
  return (
    <ListScreen
      id="audit"
      lead={`${t('feed.lead')} ${t('feed.zone', { zone: moments.zone })}`}
      title={t('feed.title')}
      list={
        <>
          <SubjectSearch onChoose={(subject) => change({ subject, person: '' })} />
          <FeedFilterBar values={values} change={change} zone={moments.zone} />
          <OnlyThis values={values} change={change} entries={query.data?.data ?? []} />
          <PagedTable
            query={{ ...query, data: lines }}
            skeleton={{ rows: 10, height: 44, gap: 12 }}
            failed={t('feed.failed')}
            empty={<NothingFound query={query} />}
            foot={<Older query={query} />}
            testId="audit-feed"
          >
            {(line) => (
              <FeedLineRow
                key={lineKey(line)}
                line={line}
                onPerson={(person) => change({ person: String(person), subject: '' })}
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
  readonly zone: string;
}

function FeedFilterBar({ values, change, zone }: FeedFilterBarProps) {
  const { t } = useTranslation('audit');
  const { dateTime } = useStaffFormat();
  const places = usePlaceFilters();
  const counts = useCounts(values, zone);
  const options = useKindOptions(counts);
  return (
    <>
      <FilterBar
        id="audit"
        values={values}
        onChange={change}
        filters={[
          { name: 'kind', label: t('feed.kind'), placeholder: t('feed.everything'), options },
          ...places,
        ]}
      />
      {counts !== undefined && counts.days.length > 0 && (
        <DayStrip
          days={counts.days}
          current={values.from === values.to ? values.from : undefined}
          onDay={(day) => change({ from: day, to: day })}
          testId="audit-days"
        />
      )}
      {counts?.since && (
        <p className="audit-since small muted">{t('feed.counted', { at: dateTime(counts.since) })}</p>
      )}
    </>
  );
}

interface OnlyThisProps {
  readonly values: FeedFilters;
  readonly change: ReturnType<typeof useFeedFilters>['change'];
  readonly entries: readonly FeedEntry[];
}

/** To which person or record the feed is narrowed, and the way back to everything. */
function OnlyThis({ values: { person, subject }, change, entries }: OnlyThisProps) {
  const { t } = useTranslation('audit');
  if (person === '' && subject === '') return null;
  const name =
    person === ''
      ? (entries.find(({ stream }) => stream === subject)?.subject ?? subject)
      : (entries.find(({ actor_id: id }) => String(id) === person)?.actor ?? `#${person}`);
  return (
    <p className="audit-person row gap-12" data-testid="audit-only">
      <span>{t('feed.onlyPerson', { name })}</span>
      <Button variant="quiet" onClick={() => change({ person: '', subject: '' })} testId="audit-everybody">
        {t('feed.clear')}
      </Button>
    </p>
  );
}

/** The kinds to choose from, each with how many events there are of it. */
function useKindOptions(counts: FeedCounts | undefined) {
  const { t } = useTranslation('audit');
  const { number } = useStaffFormat();
  const known = new Map(counts?.kinds.map(({ kind, count }) => [kind, count]));
  return FEED_KINDS.map((kind) => {
    const count = known.get(kind);
    const name = t(`kind.${kind}`);
    return { value: kind, label: count === undefined ? name : `${name} (${number(count)})` };
  });
}
