import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import {
  nextFlip,
  overdueTerms,
  overTileOf,
  type OverdueTerm,
  type Tile,
} from '@atelier/domain/dashboard/buckets.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { HOUR_MS, toMs, type Instant } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { statusOf, type BucketName, type StatusId } from '@atelier/domain/shared/status.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { scopeKey } from '../projections/scope-key.ts';

export interface StatsContext {
  readonly scope: DataScope;
  readonly now: Date;
  readonly policy: Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs'>;
}

interface StatusRow extends StatusCount {
  readonly position: number;
  readonly to_call: number;
  readonly call_escalated: number;
}

interface StatusCount {
  readonly status: StatusId;
  readonly total: number;
  readonly over_due: number;
  readonly next_entered: Date | null;
}

/**
 * The dashboard of a scope at this moment, inside `inScope`: one statement, hence one snapshot. "Over" is the older
 * hour bins whole plus an exact look into the hour the limit falls in, so no timer ever moves an item (product/dashboard.md §2).
 * `total` counts what is open: neither handed over, closed nor cancelled.
 */
export async function dashboardStats(trx: Kysely<Database>, context: StatsContext): Promise<DashboardStats> {
  const now = context.now.toISOString();
  const terms = overdueTerms(now, context.policy);
  const result = await statusCounts(terms, context.scope).execute(trx);
  const { position = 0, to_call = 0, call_escalated = 0 } = result.rows[0] ?? {};
  const counts = result.rows.filter((row): row is StatusRow => row.status !== null);
  return {
    ...tilesOf(counts),
    to_call,
    call_escalated,
    next_flip_at: nextFlip(counts.flatMap(nextOf), now, context.policy),
    position,
    as_of: now,
  };
}

/** The item of a status that turns overdue next. */
function nextOf({ status, next_entered }: StatusCount) {
  return next_entered === null ? [] : [{ status, enteredAt: next_entered.toISOString() }];
}

const hourOf = (moment: Instant): Date => new Date(Math.floor(toMs(moment) / HOUR_MS) * HOUR_MS);

function statusCounts(terms: readonly OverdueTerm[], scope: DataScope) {
  const rows = terms.map(
    ({ status, cutoff }) =>
      sql`(${status}::smallint, ${cutoff}::timestamptz, ${hourOf(cutoff)}::timestamptz)`,
  );
  const key = scopeKey(scope);
  // Its own condition, and not the policy's alone, lets a store use the index on (store, status, time).
  const mine = scope.kind === 'store' ? sql`and c.store_id = ${scope.siteId}` : sql``;
  const ours = scope.kind === 'store' ? sql`and i.store_id = ${scope.siteId}` : sql``;
  return sql<StatusRow>`
    with limits (status, cutoff, hour) as (values ${sql.join(rows)}),
    bins as (
      select b.status, sum(b.total)::integer as total,
             coalesce(sum(b.total) filter (where b.hour < l.hour), 0)::integer as older,
             coalesce(bool_or(b.hour >= l.hour), false) as has_younger
        from status_counters b left join limits l on l.status = b.status
       where b.scope_key = ${key} and b.hour > 'epoch'
       group by b.status
    ), looks as (
      select b.status, b.total,
             b.older + case when b.has_younger then (
               select count(*) from item_census c
                where c.status = l.status and c.entered_at >= l.hour and c.entered_at <= l.cutoff ${mine})::integer
             else 0 end as over_due,
             case when b.has_younger then (
               select c.entered_at from item_census c
                where c.status = l.status and c.entered_at > l.cutoff ${mine}
                order by c.entered_at limit 1) end as next_entered
        from bins b left join limits l on l.status = b.status
    )
    select k.position, r.to_call, r.call_escalated, s.status, s.total, coalesce(s.over_due, 0) as over_due, s.next_entered
      from (select coalesce(max(position), 0) as position from projection_checkpoints where name = 'dashboard') k
      cross join (select count(*)::integer as to_call,
                         (count(*) filter (where i.call_escalated))::integer as call_escalated
                    from item_row i where i.to_call ${ours}) r
      left join looks s on true`;
}

type Tiles = Omit<DashboardStats, 'next_flip_at' | 'position' | 'as_of' | 'to_call' | 'call_escalated'>;

/** Tiles from counts per status. */
export function tilesOf(counts: readonly Pick<StatusCount, 'status' | 'total' | 'over_due'>[]): Tiles {
  const inBucket = (bucket: BucketName): number =>
    counts
      .filter(({ status }) => statusOf(status).bucket === bucket)
      .reduce((sum, { total }) => sum + total, 0);
  const overIn = (tile: Tile): number =>
    counts
      .filter(({ status }) => overTileOf(status) === tile)
      .reduce((sum, { over_due }) => sum + over_due, 0);
  return {
    ready_to_ship: inBucket('ready_to_ship'),
    ready_to_ship_over_72h: overIn('ready_to_ship_over_72h'),
    waiting_for_customer: inBucket('waiting_for_customer'),
    waiting_for_customer_over_week: overIn('waiting_for_customer_over_week'),
    sent_to_warehouse: inBucket('sent_to_warehouse'),
    in_transit: inBucket('in_transit'),
    in_factory: inBucket('in_factory'),
    total: counts.reduce((sum, { total }) => sum + total, 0),
  };
}
