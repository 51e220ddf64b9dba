import type { Moment } from '@atelier/domain/audit/moment.ts';
import { overdueCutoff } from '@atelier/domain/dashboard/buckets.ts';
import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { tilesOf, type StatsContext } from './stats.queries.ts';

interface PastCount {
  readonly status: StatusId;
  readonly total: number;
  readonly over_due: number;
  readonly to_call: number;
  readonly call_escalated: number;
  readonly here_for_others: number;
  readonly position: number;
}

/**
 * The dashboard of the caller's scope as it was at a moment, inside `inScope`. "Over" is counted to the moment, with the limits
 * in force now. Nothing flips any more.
 */
export async function pastDashboardStats(
  trx: Kysely<Database>,
  moment: Moment,
  { now, policy }: Omit<StatsContext, 'scope'>,
): Promise<DashboardStats> {
  const asOf = moment.asOf ?? now.toISOString();
  const { rows } = await openCounts(moment, asOf, policy).execute(trx);
  const sum = (count: (row: PastCount) => number) => rows.reduce((total, row) => total + count(row), 0);
  return {
    ...tilesOf(rows),
    to_call: sum((row) => row.to_call),
    call_escalated: sum((row) => row.call_escalated),
    here_for_others: sum((row) => row.here_for_others),
    next_flip_at: null,
    position: rows[0]?.position ?? 0,
    as_of: asOf,
  };
}

function openCounts(
  { knownAt }: Moment,
  asOf: string,
  policy: Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs'>,
) {
  const shipped = overdueCutoff('ready_to_ship_over_72h', asOf, policy);
  const waiting = overdueCutoff('waiting_for_customer_over_week', asOf, policy);
  return sql<PastCount>`
    with standing as (
      select s.*, true as is_counted,
             s.status = ${sql.lit(Status.ShopReceived)} and s.collect_shop = s.custody_site and app_scope_key() >= 0 as is_guest,
             s.to_call and (app_scope_key() >= 0 or s.custody_site = s.store_id) as is_to_call
        from open_items_at(${asOf}::timestamptz, ${knownAt ?? 'infinity'}::timestamptz) s
      union all
      select s.*, false, true, s.to_call from guest_items_at(${asOf}::timestamptz, ${knownAt ?? 'infinity'}::timestamptz) s
    )
    select case when status = ${sql.lit(Status.ShopReceived)} and custody_from is not null and custody_to is null
                then ${sql.lit(Status.LogisticsShipOut)} else status end as status,
           (count(*) filter (where is_counted))::integer as total,
           (count(*) filter (where is_counted and entered_at <= case status when 1 then ${shipped}::timestamptz
                                                                            when 15 then ${waiting}::timestamptz end))::integer as over_due,
           (count(*) filter (where is_to_call))::integer as to_call,
           (count(*) filter (where is_to_call and call_escalated))::integer as call_escalated,
           (count(*) filter (where is_guest))::integer as here_for_others,
           (select coalesce(max(position), 0) from projection_checkpoints where name = 'item_spans') as position
      from standing
     group by 1`;
}
