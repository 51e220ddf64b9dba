import { overdueCutoff } from '@atelier/domain/dashboard/buckets.ts';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { tilesOf } from './stats.queries.ts';
import type { StatsContext } from './stats.queries.ts';

/**
 * The dashboard of a scope as it was at a past moment, from the spans that the projection keeps (`status_counts_at`): the
 * counters of today are held against it. Server time counts, and an undone move counts
 * with the entry time it had then.
 */
export async function dashboardAsOf(
  trx: Kysely<Database>,
  context: StatsContext,
): Promise<ReturnType<typeof tilesOf> & { as_of: string }> {
  const now = context.now.toISOString();
  const shipped = overdueCutoff('ready_to_ship_over_72h', now, context.policy);
  const waiting = overdueCutoff('waiting_for_customer_over_week', now, context.policy);
  const { rows } = await sql<Parameters<typeof tilesOf>[0][number]>`
    select status, total, over_due
      from status_counts_at(${context.now}::timestamptz, ${shipped}::timestamptz, ${waiting}::timestamptz)`.execute(
    trx,
  );
  return { ...tilesOf(rows), as_of: now };
}
