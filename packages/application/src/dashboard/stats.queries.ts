import type { DashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { nextFlip, overdueTerms, overTileOf, type Tile } from '@atelier/domain/dashboard/buckets.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { HOUR_MS, toMs, type Instant } from '@atelier/domain/kernel.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { Status, statusOf, type BucketName, type StatusId } from '@atelier/domain/shared/status.ts';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { readInScope, type Database } from '../platform/database.ts';
import { prepareQuery } from '../platform/prepared.ts';
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
  readonly here_for_others: number;
}

interface StatusCount {
  readonly status: StatusId;
  readonly total: number;
  readonly over_due: number;
  readonly next_entered: Date | null;
}

/**
 * The dashboard of a scope at this moment: one statement, hence one snapshot and one round trip. "Over" is the older
 * hour bins whole plus an exact look into the hour the limit falls in, so no timer ever moves an item (product/dashboard.md §2).
 * `total` counts what is open: neither handed over, closed nor cancelled.
 */
export async function dashboardStats(pool: Pool, context: StatsContext): Promise<DashboardStats> {
  const now = context.now.toISOString();
  const rows = await readInScope(pool, context.scope, statusCountsIn(context));
  const { position = 0, to_call = 0, call_escalated = 0, here_for_others = 0 } = rows[0] ?? {};
  const counts = rows.filter((row): row is StatusRow => row.status !== null);
  return {
    ...tilesOf(counts),
    to_call,
    call_escalated,
    here_for_others,
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

/** The query behind the dashboard of a scope. */
export function statusCountsIn({ scope, now, policy }: StatsContext): CompiledQuery<StatusRow> {
  const terms = overdueTerms(now.toISOString(), policy);
  const counted = scope.kind === 'store' ? COUNTS.ofStore : COUNTS.ofOthers;
  return counted([
    terms.map(({ status }) => status),
    terms.map(({ cutoff }) => cutoff),
    terms.map(({ cutoff }) => hourOf(cutoff)),
    scopeKey(scope),
    scope.kind === 'store' ? scope.siteId : null,
  ]);
}

/** Counted as in transit (`countedStatus` of counted-item.projection.ts). */
const AT_DOOR = sql`(to_client and status = ${sql.lit(Status.ShopReceived)})`;

// Its own condition, and not the policy's alone, lets a store use the index on (store, status, time).
const COUNTS = {
  ofStore: prepareQuery('dashboard_of_store', (db) =>
    statusCounts(
      sql`and store_id = (select store_id from asked)`,
      sql`and custody_site = (select store_id from asked)`,
      db,
    ),
  ),
  ofOthers: prepareQuery('dashboard', (db) => statusCounts(sql``, sql``, db)),
};

/**
 * Each parameter stands once, in `limits` or `asked`. A store counts its own pieces; calls, and what it keeps for others, are of the
 * pieces `inStore` (decisions/0242).
 */
function statusCounts(ofStore: RawBuilder<unknown>, inStore: RawBuilder<unknown>, db: Kysely<Database>) {
  const query = sql<StatusRow>`
    with limits as (
      select * from unnest(${[]}::smallint[], ${[]}::timestamptz[], ${[]}::timestamptz[]) each (status, cutoff, hour)
    ), asked (scope_key, store_id) as (values (${0}::integer, ${null}::integer)),
    bins as (
      select b.status, sum(b.total)::integer as total,
             coalesce(sum(b.total) filter (where b.hour < l.hour), 0)::integer as older,
             coalesce(bool_or(b.hour >= l.hour), false) as has_younger
        from status_counters b left join limits l on l.status = b.status
       where b.scope_key = (select scope_key from asked) and b.hour > 'epoch'
       group by b.status
    ), looks as (
      select b.status, b.total,
             b.older + case when b.has_younger then (
               select count(*) from item_census
                where status = l.status and not ${AT_DOOR} and entered_at >= l.hour and entered_at <= l.cutoff ${ofStore})::integer
             else 0 end as over_due,
             case when b.has_younger then (
               select entered_at from item_census
                where status = l.status and not ${AT_DOOR} and entered_at > l.cutoff ${ofStore}
                order by entered_at limit 1) end as next_entered
        from bins b left join limits l on l.status = b.status
    )
    select k.position, r.to_call, r.call_escalated, g.here_for_others, s.status, s.total, coalesce(s.over_due, 0) as over_due, s.next_entered
      from (select coalesce(max(position), 0) as position from projection_checkpoints where name = 'dashboard') k
      cross join (select count(*)::integer as to_call,
                         (count(*) filter (where call_escalated))::integer as call_escalated
                    from item_row where to_call ${inStore}) r
      cross join (select count(*)::integer as here_for_others
                    from item_row where status = ${sql.lit(Status.ShopReceived)} and collect_shop = custody_site ${inStore}) g
      left join looks s on true`;
  return { compile: () => query.compile(db) };
}

type Tiles = Omit<
  DashboardStats,
  'next_flip_at' | 'position' | 'as_of' | 'to_call' | 'call_escalated' | 'here_for_others'
>;

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
