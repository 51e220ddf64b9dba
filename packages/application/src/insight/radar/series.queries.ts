import type { Moment } from '@atelier/domain/audit/moment.ts';
import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import type { SeriesKey } from '@atelier/domain/insight/radar/events.ts';
import { movedBy } from '@atelier/domain/insight/periods.ts';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database.ts';
import { standingAt } from '../figures.queries.ts';
import { mondayOf } from '../weeks.queries.ts';

/** Weekly deposits of one product line for one reason at one factory. */
export interface DefectSeries {
  /** Collection; null where the catalogue names none. */
  readonly product: string | null;
  readonly reasonId: number;
  /** The factory the piece went to; before that, the one its shop sent most pieces to; null = neither. */
  readonly factoryId: number | null;
  /** One count per finished ISO week (UTC), oldest first, up to the last finished week. */
  readonly counts: readonly number[];
}

export interface SeriesAsked {
  readonly moment: Moment | null;
  readonly now: Date;
}

/** Five years are enough past (Noufaily et al. 2013). */
const MOST_WEEKS = 5 * 52;

export interface SeriesOfWeeks {
  /** Monday of the first week counted. */
  readonly from: string;
  /** Monday of the last finished week. */
  readonly last: string;
  readonly series: readonly DefectSeries[];
}

/** All series as of a moment, from one grouped query (docs/product/insight.md §5). Inside `inScope`. */
export async function defectSeries(trx: Kysely<Database>, asked: SeriesAsked): Promise<SeriesOfWeeks> {
  const { earliest, running, last } = weeksOf(asked);
  const { rows } = await sql<WeekRow>`
    select product, reason, factory, to_char(week, 'YYYY-MM-DD') as week, count from (
      select product, reason, factory, week, count(*)::integer as count
        from (${piecesOfSeries(asked.moment, earliest, running)}) pieces group by 1, 2, 3, 4) weeks
     order by product, reason, factory, week`.execute(trx);
  const first = rows.reduce((least, { week }) => (week < least ? week : least), last);
  return { from: first, last, series: inSeries(rows, first, last) };
}

/** Mondays: of the first week that may count, of the week that runs at the moment, and of the last finished one. */
function weeksOf({ moment, now }: SeriesAsked) {
  const running = weekStart(moment?.asOf ?? now.toISOString()).slice(0, 10);
  const day = (weeks: number) => movedBy({ from: running, to: running }, -7 * weeks).from;
  return { earliest: day(MOST_WEEKS), running, last: day(1) };
}

interface WeekRow {
  readonly product: string | null;
  readonly reason: number;
  readonly factory: number | null;
  readonly week: string;
  readonly count: number;
}

/** A row for each reason of each piece: its series and the Monday of its deposit. */
const piecesOfSeries = (moment: Moment | null, from: string, until: string): RawBuilder<unknown> => sql`
    with standing as (
      select f.item_id, f.sku, f.reasons, f.store_id, f.factory, f.deposited_at from piece_facts f
       where ${standingAt(moment)} and f.deposited_at >= ${midnight(from)} and f.deposited_at < ${midnight(until)}
    ), route as (
      select distinct on (store_id) store_id, factory
        from (select store_id, factory, count(*) as sent from standing where factory is not null group by 1, 2) each
       order by store_id, sent desc, factory
    )
    select f.item_id, f.sku, f.store_id, p.collection as product, reason, coalesce(f.factory, route.factory) as factory,
           ${mondayOf('f.deposited_at')} as week
      from standing f cross join lateral unnest(f.reasons) reason
      left join products p on p.sku = f.sku left join route on route.store_id = f.store_id`;

export interface SeriesWeeks {
  readonly series: SeriesKey;
  /** Mondays of the first and last week. */
  readonly from: string;
  readonly to: string;
}

/** The pieces that a series counts in these weeks: item_id, sku, store_id and the Monday of the deposit. */
export function piecesIn({ series, from, to }: SeriesWeeks, asked: SeriesAsked): RawBuilder<unknown> {
  const { earliest, running } = weeksOf(asked);
  const ofProduct =
    series.pooled === null
      ? sql`product is not distinct from ${series.product}`
      : sql`coalesce(product, '') = any(${[...series.pooled]}::text[])`;
  return sql`select item_id, sku, store_id, week
      from (${piecesOfSeries(asked.moment, earliest, running)}) pieces
     where ${ofProduct} and reason = ${series.reasonId} and factory is not distinct from ${series.factoryId}::integer
       and week >= ${from}::date and week <= ${to}::date`;
}

const midnight = (day: string): RawBuilder<unknown> => sql`${`${day}T00:00:00.000Z`}::timestamptz`;

const WEEK_MS = 7 * 86_400_000;
export const weeksBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / WEEK_MS);

function inSeries(rows: readonly WeekRow[], first: string, last: string): readonly DefectSeries[] {
  const weeks = weeksBetween(first, last) + 1;
  const found = new Map<
    string,
    { product: string | null; reasonId: number; factoryId: number | null; counts: number[] }
  >();
  for (const { product, reason: reasonId, factory: factoryId, week, count } of rows) {
    const key = JSON.stringify([product, reasonId, factoryId]);
    const series = found.get(key) ?? { product, reasonId, factoryId, counts: Array<number>(weeks).fill(0) };
    series.counts[weeksBetween(first, week)] = count;
    found.set(key, series);
  }
  return [...found.values()];
}
