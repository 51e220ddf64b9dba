import { eventsAt, type Moment } from '@atelier/domain/audit/moment.ts';
import { fold } from '@atelier/domain/decider.ts';
import {
  evolveRadar,
  initialRadar,
  type DefectAlarm,
  type Radar,
} from '@atelier/domain/insight/radar/alarms.ts';
import { RADAR_PERSONAL_DATA, RADAR_STREAM, type RadarEvent } from '@atelier/domain/insight/radar/events.ts';
import { movedBy } from '@atelier/domain/insight/periods.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type {
  AlarmDetail,
  AlarmView,
  RadarView,
  WatchedView,
} from '@atelier/contracts/insight/radar-schema.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { findNames } from '../../shared/people.queries.ts';
import { watchSeries } from '../../shared/radar/watch-series.ts';
import { listPieces } from '../figure-pieces.queries.ts';
import { standingAt } from '../figures.queries.ts';
import {
  defectSeries,
  piecesIn,
  weeksBetween,
  type SeriesAsked,
  type SeriesOfWeeks,
} from './series.queries.ts';
import { countsOf, watchedSeries } from './watched-series.queries.ts';

/** Who asks, of which moment, and what the filters leave. */
export interface RadarAsked extends SeriesAsked {
  readonly scope: DataScope;
  readonly line?: string | undefined;
  readonly reasonId?: number | undefined;
  readonly factoryId?: number | undefined;
}
type Store = Pick<EventStore, 'readStream'>;

const isRadarEvent = (event: DomainEvent): event is RadarEvent => event.type in RADAR_PERSONAL_DATA;

export const radarOf = (events: readonly DomainEvent[]): Radar =>
  fold(evolveRadar, initialRadar, events.filter(isRadarEvent));

async function radarAt(store: Store, moment: Moment | null): Promise<Radar> {
  const { events } = await store.readStream(RADAR_STREAM);
  return radarOf(moment === null ? events : eventsAt(events, moment));
}

/** A factory sees its own series alone; administrators and auditors all. */
const isSeen = ({ scope, ...asked }: RadarAsked, key: { factoryId: number | null }): boolean =>
  (scope.kind === 'all' || (scope.kind === 'site' && scope.siteId === key.factoryId)) &&
  (asked.factoryId === undefined || asked.factoryId === key.factoryId);

const isAsked = (
  asked: RadarAsked,
  key: Pick<DefectAlarm, 'product' | 'pooled' | 'reasonId' | 'factoryId'>,
): boolean =>
  isSeen(asked, key) &&
  (asked.reasonId === undefined || asked.reasonId === key.reasonId) &&
  (asked.line === undefined || asked.line === key.product || key.pooled?.includes(asked.line) === true);

/** Weeks that a chart of an alarm shows; a list shows a year of them. */
const CHART_WEEKS = 65;
const LIST_WEEKS = 52;

/** The alarms, the newest week first, each with its last year. Inside `inScope`. */
export async function findAlarms(trx: Kysely<Database>, store: Store, asked: RadarAsked): Promise<RadarView> {
  const { watched, alarms } = await radarAt(store, asked.moment);
  const shown = [...alarms.values()]
    .filter((alarm) => isAsked(asked, alarm))
    .toSorted((a, b) => (a.week === b.week ? b.number - a.number : a.week < b.week ? 1 : -1));
  const weeks = await defectSeries(trx, asked);
  return {
    week: watched?.week ?? null,
    checked_at: watched?.at ?? null,
    series: watched?.series ?? 0,
    alarms: await viewsOf(trx, shown, weeks),
  };
}

async function viewsOf(
  trx: Kysely<Database>,
  alarms: readonly DefectAlarm[],
  weeks: SeriesOfWeeks,
): Promise<AlarmView[]> {
  const { users, sites } = await findNames(
    trx,
    alarms.flatMap(({ settled }) => settled?.by.userId ?? []),
  );
  return alarms.map((alarm) => {
    const counts = countsOf(weeks.series, alarm).slice(-LIST_WEEKS);
    return {
      number: alarm.number,
      ...seriesView(alarm, sites),
      state: alarm.settled === null ? 'open' : 'settled',
      week: alarm.week,
      since: alarm.since,
      count: alarm.count,
      expected: alarm.expected,
      bound: alarm.bound,
      pieces: alarm.pieces,
      expected_pieces: alarm.expectedPieces,
      raised: alarm.weeks.map(({ week }) => week),
      settled: alarm.settled && {
        cause: alarm.settled.cause,
        note: alarm.settled.note,
        at: alarm.settled.at,
        by: users.get(alarm.settled.by.userId ?? 0) ?? '',
      },
      counts: [...counts],
      counts_from: weekAfter(weeks.last, 1 - counts.length),
    };
  });
}

const seriesView = (
  {
    product,
    pooled,
    reasonId,
    factoryId,
  }: Pick<DefectAlarm, 'product' | 'pooled' | 'reasonId' | 'factoryId'>,
  sites: ReadonlyMap<number, string>,
) => ({
  product,
  pooled: pooled && [...pooled],
  reason_id: reasonId,
  factory_id: factoryId,
  factory: sites.get(factoryId ?? 0) ?? null,
});

const weekAfter = (monday: string, weeks: number): string =>
  movedBy({ from: monday, to: monday }, 7 * weeks).from;

/** The alarm of this number as the caller may see it; undefined for any other. */
export async function findAlarm(
  store: Store,
  asked: RadarAsked,
  number: number,
): Promise<DefectAlarm | undefined> {
  const { alarms } = await radarAt(store, asked.moment);
  const alarm = alarms.get(number);
  return alarm !== undefined && isSeen(asked, alarm) ? alarm : undefined;
}

/** One alarm with its weeks, judged by the past that judged its newest week, and what its pieces share. Inside `inScope`. */
export async function alarmDetail(
  trx: Kysely<Database>,
  alarm: DefectAlarm,
  asked: RadarAsked,
): Promise<AlarmDetail | undefined> {
  const weeks = await defectSeries(trx, asked);
  const [view] = await viewsOf(trx, [alarm], weeks);
  const shares = await sharesOf(trx, alarm, asked);
  return view && { ...view, weeks: weeksOf(alarm, weeks), ...shares };
}

function weeksOf(alarm: DefectAlarm, { from, series }: SeriesOfWeeks): AlarmDetail['weeks'] {
  const counts = countsOf(series, alarm);
  const judged = watchSeries(counts, weeksBetween(from, alarm.week) + 1);
  const raised = new Set(alarm.weeks.map(({ week }) => week));
  const all = counts.map((count, index) => {
    const week = weekAfter(from, index);
    const { expected, bound } = judged?.[index] ?? { expected: null, bound: null };
    return { week, count, expected, bound, is_raised: raised.has(week) };
  });
  return all.slice(-CHART_WEEKS);
}

/** A year of weeks before an alarm says what is usual of its series. */
const USUAL_WEEKS = 52;
const MOST_SHARES = 3;

async function sharesOf(
  trx: Kysely<Database>,
  alarm: DefectAlarm,
  asked: RadarAsked,
): Promise<Pick<AlarmDetail, 'common' | 'shown'>> {
  const { since, week: to } = alarm;
  const pieces = piecesIn({ series: alarm, from: weekAfter(since, -USUAL_WEEKS), to }, asked);
  const { rows } = await sql<ShareRow>`
    with pieces as (${pieces})
    select by, name, count(*) filter (where week >= ${since}::date)::integer as count,
           count(*) filter (where week < ${since}::date)::integer as before
      from (select 'sku' as by, sku as name, week from pieces
             union all select 'shop', s.name, week from pieces join sites s on s.id = pieces.store_id) named
     group by 1, 2 order by 3 desc, 2`.execute(trx);
  const sum = (key: 'count' | 'before') =>
    rows.reduce((all, row) => all + (row.by === 'sku' ? row[key] : 0), 0);
  const [shown, before] = [sum('count'), sum('before')];
  const common = (['sku', 'shop'] as const).flatMap((by) =>
    rows
      .filter((row) => row.by === by && row.count > 1)
      .slice(0, MOST_SHARES)
      .map(({ name, count, before: usual }) => ({ by, name, count, usual: usual / Math.max(1, before) })),
  );
  return { shown, common };
}

interface ShareRow {
  readonly by: 'sku' | 'shop';
  readonly name: string;
  readonly count: number;
  readonly before: number;
}

/** The pieces of an alarm, or of one week of its series. Inside `inScope`. */
export const alarmPieces = (
  trx: Kysely<Database>,
  alarm: DefectAlarm,
  asked: RadarAsked,
  { week, ...page }: { readonly week?: string | undefined; readonly page: number; readonly pageSize: number },
) => {
  const weeks = { series: alarm, from: week ?? alarm.since, to: week ?? alarm.week };
  const isOne = sql<boolean>`${standingAt(asked.moment)}
    and f.item_id in (select item_id from (${piecesIn(weeks, asked)}) those)`;
  return listPieces(trx, isOne, page);
};

/** The series that are judged, those with most pieces a week first. Inside `inScope`. */
export async function findWatched(
  trx: Kysely<Database>,
  asked: RadarAsked,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: readonly WatchedView[]; readonly total: number }> {
  const { series } = await defectSeries(trx, asked);
  const { sites } = await findNames(trx, []);
  const rows = watchedSeries(series)
    .filter((watched) => isAsked(asked, watched.series))
    .map(({ series: key, counts }) => ({
      ...seriesView(key, sites),
      per_week: Math.round((10 * counts.reduce((sum, count) => sum + count, 0)) / counts.length) / 10,
      newest: counts.at(-1) ?? 0,
    }))
    .toSorted((a, b) => b.per_week - a.per_week);
  return { rows: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
}
