import { unreachable } from '@atelier/domain/decider.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { SearchField } from '@atelier/domain/repair-list/contract.ts';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { itemsOfMySite } from '../dashboard/site-items.queries.ts';
import { FINAL_STATUSES, scopeKey } from '../projections/scope-key.ts';
import { conditionsOf, daysOf, type Condition, type Items } from './item-conditions.queries.ts';
import { type ItemListRequest, type Standing, savedStatuses, standingOf } from './item-filters.queries.ts';
import { findItems } from './search.queries.ts';
import { searchGroups } from './search-terms.queries.ts';

/** Above this a total that only a count could give is shown as "at least this many". */
export const COUNTED_UP_TO = 10_000;
/** From this size on, the counters are used where they exist: slightly late, which does not show in large lists. */
const COUNTERS_FROM = 1_000;

export interface ItemPage {
  readonly ids: readonly number[];
  /**
   * How many there are in all: exact up to 1,000, and to 10,000 where only a count gives it; above, as the dashboard's
   * counters say when only statuses or a whole tile were asked for, else 10,000. So it costs the same at any size.
   */
  readonly total: number;
}

export interface ListContext {
  readonly scope: DataScope;
  readonly now: Date;
  readonly policy: Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs' | 'stages'>;
  /** Where a search may look for its words (`searchableBy`); undefined = everywhere. */
  readonly searchable?: readonly SearchField[] | undefined;
}

/**
 * One page of item ids and the total, inside `inScope`: the row policy keeps other stores and sites out, the
 * condition on the store is there for its index. Views are then read by `findItemRecords`.
 */
export async function listItemIds(
  trx: Kysely<Database>,
  request: ItemListRequest,
  context: ListContext,
): Promise<ItemPage> {
  if (context.scope.kind === 'none') return { ids: [], total: 0 };
  const standing = standingOf(request, context.now, context.policy);
  const found =
    (await search(trx, request.q, context.searchable)) ??
    (await rareItems(trx, request, standing, context.scope));
  const days = await daysOf(trx, request, context.scope);
  const where = (items: Items) =>
    items.and(conditionsOf(items, request, standing, context.scope, days, found));
  const rows = await ordered(
    trx.selectFrom('item_row').select('id').where(where),
    request,
    isNarrow(standing, found),
  )
    .limit(request.pageSize)
    .offset((request.page - 1) * request.pageSize)
    .execute();
  const ids = rows.map((row) => row.id);
  return { ids, total: await totalOf(trx, request, standing, context.scope, ids.length, where) };
}

/** Undefined = nothing was searched for. */
export async function search(
  trx: Kysely<Database>,
  q: string | undefined,
  fields: readonly SearchField[] | undefined,
): Promise<readonly number[] | undefined> {
  const groups = q === undefined ? [] : searchGroups(q);
  if (groups.length === 0) return undefined;
  const found = await findItems(trx, groups, { fields, cap: COUNTED_UP_TO });
  return found.map((row) => row.id);
}

/** A site that sees this little, or less than a twentieth of everything, is asked for its items by id. */
const FEW = 20_000;
const RARE = 20;

/**
 * Every item of a site that sees few of very many, when nothing else narrows the list: the walk from the newest
 * item on would pass by all the others'. Undefined for everyone else.
 */
async function rareItems(
  trx: Kysely<Database>,
  { rmaId, trackingNumber, customerId }: ItemListRequest,
  standing: Standing,
  scope: DataScope,
): Promise<readonly number[] | undefined> {
  const isNarrowed = [standing.statuses, rmaId, trackingNumber, customerId].some(
    (each) => each !== undefined,
  );
  if (scope.kind !== 'site' || isNarrowed) return undefined;
  const seen = await countersOf(trx, standing, scope);
  if (seen > FEW || seen * RARE > (await itemsInAll(trx))) return undefined;
  return itemsOfMySite(trx);
}

/** About how many items there are: PostgreSQL's own estimate. */
async function itemsInAll(trx: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    select reltuples::bigint as items from pg_class where oid = 'item_row'::regclass`.execute(trx);
  return rows[0]?.items ?? 0;
}

type ItemQuery = SelectQueryBuilder<Database, 'item_row', { id: number }>;

/** What is open is few: better found by status and sorted than met while walking all items from the newest on. */
export const isNarrow = ({ statuses }: Standing, found: readonly number[] | undefined): boolean =>
  found !== undefined ||
  (statuses !== undefined && !statuses.some((status) => FINAL_STATUSES.includes(status)));

/**
 * "Unscanned first, then oldest" where a target is given, the earliest day where the expected date is asked for (pieces without
 * one last), the newest deposits first elsewhere. `narrow` keeps the
 * planner from reading in the order of the ids, which it likes too well before a small limit.
 */
export function ordered(query: ItemQuery, { sort, target }: ItemListRequest, narrow: boolean): ItemQuery {
  if (sort === undefined && target !== undefined) return scanOrder(query, target);
  const chosen = sort ?? 'newest';
  switch (chosen) {
    case 'newest':
      return query.orderBy(narrow ? sql`(id + 0)` : 'id', 'desc');
    case 'oldest':
      return query.orderBy(narrow ? sql`(id + 0)` : 'id');
    case 'entered':
      return query.orderBy('status_entered_at').orderBy('id');
    case '-entered':
      return query.orderBy('status_entered_at', 'desc').orderBy('id', 'desc');
    case 'number':
      return query.orderBy('number').orderBy('id');
    case '-number':
      return query.orderBy('number', 'desc').orderBy('id', 'desc');
    case 'expected': {
      const due = query.orderBy('expected_latest');
      return (narrow ? due.orderBy('status_entered_at') : due).orderBy('id');
    }
    default:
      return unreachable(chosen);
  }
}

function scanOrder(query: ItemQuery, target: NonNullable<ItemListRequest['target']>): ItemQuery {
  const saved = [...savedStatuses(target)];
  return query
    .orderBy(sql`(status = any(${saved}::smallint[]) or ${target}::smallint = any(scanned_targets))`)
    .orderBy('status_entered_at')
    .orderBy('id');
}

async function totalOf(
  trx: Kysely<Database>,
  request: ItemListRequest,
  standing: Standing,
  scope: DataScope,
  onPage: number,
  where: (items: Items) => Condition,
): Promise<number> {
  // A first page that is not full has them all.
  if (request.page === 1 && onPage < request.pageSize) return onPage;
  const counters = onlyStanding(request, standing) ? await countersOf(trx, standing, scope) : 0;
  if (counters > COUNTERS_FROM) return counters;
  const counted = await trx
    .selectFrom(
      trx
        .selectFrom('item_row')
        .select(sql`1`.as('one'))
        .where(where)
        .limit(COUNTED_UP_TO)
        .as('some'),
    )
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return counted.total;
}

/** Nothing but statuses, whole tiles and the caller's own scope: what the counters are kept by. */
function onlyStanding(request: ItemListRequest, standing: Standing): boolean {
  const {
    statuses: _statuses,
    bucket: _bucket,
    target: _target,
    sort: _sort,
    page: _page,
    pageSize: _size,
    ...others
  } = request;
  return (
    standing.enteredBefore === undefined &&
    standing.calls === undefined &&
    standing.isForOthers === undefined &&
    standing.expected === undefined &&
    Object.values(others).every((filter) => filter === undefined)
  );
}

async function countersOf(trx: Kysely<Database>, standing: Standing, scope: DataScope): Promise<number> {
  const row = await trx
    .selectFrom('status_counters')
    .select((counters) =>
      counters.fn.coalesce(counters.fn.sum<number>('total'), sql<number>`0::bigint`).as('total'),
    )
    .where('scope_key', '=', scopeKey(scope))
    .$if(standing.statuses !== undefined, (query) =>
      query.where((counters) =>
        counters('status', '=', counters.fn.any(counters.val([...(standing.statuses ?? [])]))),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.total;
}
