import type { Turnaround } from '@atelier/domain/insight/figures.ts';
import type { TurnaroundPeriod } from '@atelier/contracts/insight/schema.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { figurePieces, wasKept, wasTold, type FigureAsked } from './figures.queries.ts';
import { mondayOf, secondsBetween } from './weeks.queries.ts';

/** Median and P90 of `seconds` as whole values that occur, so that a recount gives the same. */
export const spreadOf = sql`
  count(*)::integer as count,
  percentile_disc(0.5) within group (order by seconds) as median_seconds,
  percentile_disc(0.9) within group (order by seconds) as p90_seconds`;

/** Of the same pieces, to how many a date was named at the deposit, and how many were ready by it. */
export const promiseOf = sql`
  (count(*) filter (where told))::integer as told, (count(*) filter (where kept))::integer as kept`;
/** The calendar of the shop decides on two days around the date alone: elsewhere its time zone, which costs more than all else, is not asked. */
export const promiseColumns = sql`${wasTold} as told, case
  when f.told_latest > f.ready_at::date + 2 then true when f.told_latest < f.ready_at::date - 2 then false
  when f.told_latest is not null then ${wasKept} end as kept`;

type Row = Omit<TurnaroundPeriod, 'weeks'> & { readonly week: string | null };

/** How long pieces took that became ready (or were collected) in the period, in all and per ISO week (UTC), inside `inScope`. */
export async function turnaroundOf(
  trx: Kysely<Database>,
  until: Turnaround,
  asked: FigureAsked,
): Promise<TurnaroundPeriod> {
  const [from, to] = until === 'ready' ? ['f.deposited_at', 'f.ready_at'] : ['f.ready_at', 'f.collected_at'];
  const { rows } = await sql<Row>`
    select to_char(week, 'YYYY-MM-DD') as week, ${spreadOf}, ${promiseOf}
      from (select ${mondayOf(to)} as week, ${secondsBetween(from, to)} as seconds, ${promiseColumns}
              from piece_facts f where ${figurePieces(until, asked)}) taken
     group by grouping sets ((week), ()) order by week nulls first`.execute(trx);
  const [whole, ...weeks] = rows;
  const { week: _, ...total } = whole ?? NOTHING;
  return { ...total, weeks: weeks.map((row) => ({ ...row, week: row.week ?? '' })) };
}

const NOTHING: Row = { week: null, count: 0, median_seconds: null, p90_seconds: null, told: 0, kept: 0 };
