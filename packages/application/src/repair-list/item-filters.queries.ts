import { type Tile, overdueCutoff } from '@atelier/domain/dashboard/buckets.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import type { ExpectedFilter, LoanFilter } from '@atelier/domain/repair-list/contract.ts';
import type { CollectionKind } from '@atelier/domain/repair/collection/collection-events.ts';
import type { HoldKind } from '@atelier/domain/shared/item-facts.ts';
import { isSaved } from '@atelier/domain/repair/scanning/scanning.ts';
import { waitingFrom } from '@atelier/domain/repair/scanning/waiting.ts';
import { isStatusId, STATUSES, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemListQuery } from '@atelier/contracts/repair-list/schema.ts';

/** What a list asks for, as the routes hand it on. Days are in the asker's own time zone. */
export interface ItemListRequest {
  readonly q?: string | undefined;
  readonly statuses?: readonly number[] | undefined;
  readonly bucket?: Tile | undefined;
  /** Scanning marks against this status, and unscanned first. */
  readonly target?: StatusId | undefined;
  readonly storeId?: number | undefined;
  /** The site that holds the item now, or that it travels to or from at 18. */
  readonly siteId?: number | undefined;
  /** Only what waits for this stage, at `siteId` where one is given. */
  readonly waiting?: StatusId | undefined;
  /** A shop asks for the pieces of other shops that lie in it alone, or for those it hands over together with its own deposits. */
  readonly guests?: 'only' | 'included' | undefined;
  /** How their clients want them back. */
  readonly collect?: CollectionKind | undefined;
  readonly rmaId?: number | undefined;
  /** Of the deposit's page for its customer. */
  readonly reference?: string | undefined;
  readonly trackingNumber?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly warranty?: 'in' | 'out' | undefined;
  readonly hasPictures?: boolean | undefined;
  readonly waiver?: number | undefined;
  readonly hold?: HoldFilter | undefined;
  /** Past the target of its stage. */
  readonly isPastTarget?: boolean | undefined;
  /** With a loan piece that is out, or due back before today. */
  readonly loan?: LoanFilter | undefined;
  /** Past the day by which it is expected at the latest, or near it. */
  readonly expected?: ExpectedFilter | undefined;
  /** Of the customer base. */
  readonly customerId?: number | undefined;
  readonly sort?: ItemSort | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** What a list's address asks for. A sort or a target that there is not counts as none: routes refuse it beforehand. */
export function listRequestOf(query: ItemListQuery): ItemListRequest {
  return {
    q: query.q,
    statuses: query.status?.split(',').map(Number),
    bucket: query.bucket,
    target: query.target !== undefined && isStatusId(query.target) ? query.target : undefined,
    storeId: query.store_id,
    siteId: query.site_id,
    waiting: query.waiting !== undefined && isStatusId(query.waiting) ? query.waiting : undefined,
    guests: query.guests === 'yes' ? 'only' : query.guests,
    collect: query.collect,
    rmaId: query.rma_id,
    reference: query.reference,
    trackingNumber: query.tracking_no,
    from: query.from,
    to: query.to,
    warranty: query.warranty,
    hasPictures: query.pictures === undefined ? undefined : query.pictures === 'yes',
    waiver: query.waived_fee === undefined ? undefined : Number(query.waived_fee),
    hold: query.hold,
    isPastTarget: query.past_target === 'yes' ? true : undefined,
    loan: query.loan,
    expected: query.expected,
    customerId: query.customer_id,
    sort: query.sort !== undefined && isItemSort(query.sort) ? query.sort : undefined,
    page: query.page,
    pageSize: query.page_size,
  };
}

/** Under any hold, or under this one. */
export type HoldFilter = 'any' | HoldKind;

/** Orders a list can have; every one ends in the id, so that pages never overlap. */
export const ITEM_SORTS = [
  'newest',
  'oldest',
  'entered',
  '-entered',
  'number',
  '-number',
  'expected',
] as const;
export type ItemSort = (typeof ITEM_SORTS)[number];

export const isItemSort = (text: string): text is ItemSort => ITEM_SORTS.some((sort) => sort === text);

/** Which statuses and how long ago entered: what a dashboard tile and a status filter come down to. */
export interface Standing {
  /** Undefined = every status. */
  readonly statuses: readonly number[] | undefined;
  /** Entered at or before this moment. */
  readonly enteredBefore: Date | undefined;
  /** Only whose customer is to be called, or whose reminder was escalated to the headquarters. */
  readonly calls?: 'due' | 'escalated';
  /** Only what waits at the shop that its client chose instead of the piece's own. */
  readonly isForOthers?: true;
  /** Of a tile: what is on its way to its client's door is in transit, also at 15 (decisions/0245). */
  readonly door?: 'with' | 'without';
  /** A loan piece is out, or is overdue at this moment. */
  readonly loan?: { readonly kind: LoanFilter; readonly at: Date };
  /** The day by which it is expected has passed at this moment, or is near. */
  readonly expected?: { readonly kind: ExpectedFilter; readonly at: Date };
  /** Past the target of its stage at this moment. */
  readonly pastTarget?: { readonly stages: Policy['stages']; readonly at: Date };
}

/** A tile means the same here as on the dashboard: computed at reading time, never by a timer (product/dashboard.md §1). */
export function standingOf(
  {
    statuses: asked,
    bucket,
    waiting,
    loan,
    expected,
    isPastTarget,
  }: Pick<ItemListRequest, 'statuses' | 'bucket' | 'waiting' | 'loan' | 'expected' | 'isPastTarget'>,
  now: Date,
  policy: Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs' | 'stages'>,
): Standing {
  const statuses = asked ?? (waiting === undefined ? undefined : waitingFrom(waiting));
  const days = {
    ...(loan && { loan: { kind: loan, at: now } }),
    ...(expected && { expected: { kind: expected, at: now } }),
    ...(isPastTarget === true && { pastTarget: { stages: policy.stages, at: now } }),
  };
  if (bucket === undefined) return { statuses, enteredBefore: undefined, ...days };
  const cutoff = overdueCutoff(bucket, now.toISOString(), policy);
  const inTile = statusesOfTile(bucket);
  return {
    statuses: statuses === undefined ? inTile : inTile.filter((status) => statuses.includes(status)),
    enteredBefore: cutoff === null ? undefined : new Date(cutoff),
    ...days,
    ...(bucket === 'in_transit' && { door: 'with' as const }),
    ...((WHOLE[bucket] ?? bucket) === 'waiting_for_customer' && { door: 'without' as const }),
    ...(bucket === 'to_call' && { calls: 'due' as const }),
    ...(bucket === 'call_escalated' && { calls: 'escalated' as const }),
    ...(bucket === 'here_for_others' && { isForOthers: true as const }),
  };
}

const WHOLE: Readonly<Partial<Record<Tile, Tile>>> = {
  ready_to_ship_over_72h: 'ready_to_ship',
  waiting_for_customer_over_week: 'waiting_for_customer',
  to_call: 'waiting_for_customer',
  call_escalated: 'waiting_for_customer',
  here_for_others: 'waiting_for_customer',
};

function statusesOfTile(tile: Tile): readonly number[] {
  const bucket = WHOLE[tile] ?? tile;
  return STATUSES.filter((status) => status.bucket === bucket).map((status) => status.id);
}

/** Statuses at which nothing is left to scan for a target (product/repair.md §7). */
export const savedStatuses = (target: StatusId): readonly number[] =>
  STATUSES.filter((status) => isSaved(status.id, target)).map((status) => status.id);
