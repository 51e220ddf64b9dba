import { lastWeeks, weekLabel, weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql, type Kysely } from 'kysely';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import { wholeListAt } from './past-items.queries.ts';
import type { Database } from '../platform/database.ts';
import { scopeKey } from '../projections/scope-key.ts';

export interface CreateHistoryRow {
  CreateYear: number;
  CreateWeek: number;
  label: string;
  total: number;
}

const WEEKS = 12;
const WEEK_MS = 7 * DAY_MS;

/**
 * Items deposited per ISO week (UTC), the last twelve up to the one of `now`, oldest first, empty weeks as 0
 * (product/dashboard.md §4). `CreateWeek` is the server's 0-based week plus one, with the ISO year.
 */
export async function createHistory(
  trx: Kysely<Database>,
  scope: DataScope,
  now: Date,
): Promise<CreateHistoryRow[]> {
  const newest = Date.parse(weekStart(now.toISOString()));
  const oldest = new Date(newest - (WEEKS - 1) * WEEK_MS).toISOString().slice(0, 10);
  const rows = await trx
    .selectFrom('create_counters')
    .select(['week', 'total'])
    .where('scope_key', '=', scopeKey(scope))
    .where('week', '>=', oldest)
    .execute();
  return weeksOf(new Map(rows.map(({ week, total }) => [week, total])), now);
}

/** The same at a moment: the deposits that were true and known then, of what the caller could see then and may see now. */
export async function pastCreateHistory(
  trx: Kysely<Database>,
  scope: DataScope,
  moment: Moment,
  now: Date,
): Promise<CreateHistoryRow[]> {
  const asOf = new Date(moment.asOf ?? now);
  const oldest = new Date(Date.parse(weekStart(asOf.toISOString())) - (WEEKS - 1) * WEEK_MS);
  const week = sql<string>`to_char(date_trunc('week', d.at at time zone 'UTC'), 'YYYY-MM-DD')`;
  const { rows } = await sql<{ week: string; total: number }>`
    with deposits as (${depositsAt(scope, moment, oldest)})
    select ${week} as week, count(*)::integer as total from deposits d where d.at >= ${oldest} group by 1`.execute(
    trx,
  );
  return weeksOf(new Map(rows.map((row) => [row.week, row.total])), asOf);
}

/** A shop's pieces are its own from their deposit on; what a site saw of them it saw by where they were. */
function depositsAt(scope: DataScope, moment: Moment, oldest: Date) {
  if (scope.kind === 'site') return sql`select created_at as at from ${wholeListAt(moment, scope)} seen`;
  const mine = scope.kind === 'store' ? sql`and s.store_id = ${scope.siteId}` : sql``;
  return sql`
    select s.true_from as at from item_spans s
     where s.is_first and s.true_from >= ${oldest} and s.true_from <= ${moment.asOf}::timestamptz
       and s.known_from <= ${moment.knownAt ?? 'infinity'}::timestamptz ${mine}`;
}

function weeksOf(totals: ReadonlyMap<string, number>, now: Date): CreateHistoryRow[] {
  const newest = Date.parse(weekStart(now.toISOString()));
  return lastWeeks(now.toISOString(), WEEKS).map((week, index) => {
    const monday = new Date(newest - (WEEKS - 1 - index) * WEEK_MS).toISOString().slice(0, 10);
    return {
      CreateYear: week.year,
      CreateWeek: week.week + 1,
      label: weekLabel(week),
      total: totals.get(monday) ?? 0,
    };
  });
}
