import { waitingFrom } from '@atelier/domain/repair/scanning/waiting.ts';
import { CHECK_STATUSES, Status, STATUSES, type StatusId } from '@atelier/domain/shared/status.ts';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

type Condition = RawBuilder<SqlBool>;

/**
 * The work that waits at a stage of a site: what the bench's list shows, the menu counts and the board names. Pieces lie
 * at the site and may be scanned on to the stage, or were scanned for it on arrival and are not saved yet; at 3 they are on their way there; at 18 they are to go to another
 * factory. Without a site: of every one. A condition on `item_row`.
 */
export function waitsFor(target: StatusId, siteId: number | undefined): Condition {
  const from = sql<SqlBool>`item_row.status = any (${[...waitingFrom(target)]}::smallint[])`;
  return sql<SqlBool>`(${from} and ${detailOf(target)} and ${placeOf(target, siteId)})`;
}

function detailOf(target: StatusId): Condition {
  if (target === Status.RepairDone) {
    const early = [...CHECK_STATUSES];
    return sql<SqlBool>`(item_row.status <> all (${early}::smallint[])
      or item_row.outcome in ('unrepaired', 'replaced', 'counterfeit'))`;
  }
  if (target !== Status.MCToCN) return sql<SqlBool>`true`;
  return sql<SqlBool>`(item_row.transfer_to is not null or item_row.transfer_needed_at is not null)`;
}

function placeOf(target: StatusId, siteId: number | undefined): Condition {
  if (siteId === undefined) return sql<SqlBool>`true`;
  if (target === Status.ReceiveFromShop) return sql<SqlBool>`item_row.custody_to = ${siteId}`;
  // A piece on its way here that was scanned for the stage is at the bench; saving the scan takes it in.
  return sql<SqlBool>`(item_row.custody_site = ${siteId}
    or (item_row.custody_to = ${siteId} and ${target}::smallint = any (item_row.scanned_targets)))`;
}

/** At 18 a piece lies nowhere: it stands on the boards of the site that sent it and of the one that awaits it. */
const BETWEEN_SITES: StatusId = Status.MCToCN;

/** Standing at a site: held there, or between it and another site. A condition on `item_row`. */
export function standsAt(siteId: number): Condition {
  return sql<SqlBool>`(item_row.custody_site = ${siteId} or ${isBetween(siteId)})`;
}

const isBetween = (siteId: number): Condition =>
  sql<SqlBool>`(item_row.status = ${BETWEEN_SITES}
    and (item_row.custody_from = ${siteId} or item_row.custody_to = ${siteId}))`;

/** Stages whose work is counted: the factory's, and sending home. */
const COUNTED: readonly StatusId[] = STATUSES.filter(
  ({ id, bucket }) => bucket === 'in_factory' || id === Status.LogisticsShipOut,
).map(({ id }) => id);

export interface SiteWork {
  /** By stage: how many wait for it. */
  readonly waiting: { readonly rma_status_id: number; readonly count: number }[];
  /** On the way between this site and another. */
  readonly travelling: { readonly count: number; readonly oldest: Date | null };
}

/**
 * What waits at each stage of a site, and what travels to and from it; inside `inScope`. `past`: the items of a moment, which stand in
 * the place of today's.
 */
export async function findSiteWork(
  trx: Kysely<Database>,
  siteId: number,
  past?: RawBuilder<unknown>,
): Promise<SiteWork> {
  const open = [...new Set([...COUNTED.flatMap(waitingFrom), BETWEEN_SITES])];
  const counts = COUNTED.map((target) => sql`(count(*) filter (where ${waitsFor(target, siteId)}))::integer`);
  const { rows } = await sql<{ counts: number[]; travelling: number; oldest: Date | null }>`
    ${past === undefined ? sql`` : sql`with item_row as ${past}`}
    select array[${sql.join(counts)}] as counts,
           (count(*) filter (where ${isBetween(siteId)}))::integer as travelling,
           min(item_row.status_entered_at) filter (where ${isBetween(siteId)}) as oldest
      from item_row
     where item_row.status = any (${open}::smallint[])
       and (item_row.custody_site = ${siteId} or item_row.custody_to = ${siteId} or item_row.custody_from = ${siteId})`.execute(
    trx,
  );
  const [row] = rows;
  return {
    waiting: COUNTED.map((target, index) => ({ rma_status_id: target, count: row?.counts[index] ?? 0 })),
    travelling: { count: row?.travelling ?? 0, oldest: row?.oldest ?? null },
  };
}
