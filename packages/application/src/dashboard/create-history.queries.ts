import { lastWeeks, weekLabel, weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
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
  const totals = new Map(rows.map(({ week, total }) => [week, total]));
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
