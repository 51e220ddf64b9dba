import type { PermissionName } from './permissions.ts';

/**
 * The 21 statuses of product/repair.md §1: id, name, order, phase, customer's step and permission.
 */

export type Phase = 'shop' | 'transit' | 'factory' | 'ready' | 'done' | 'cancelled';
export type CustomerStep = 1 | 2 | 3 | 4 | 5 | 6;
export type BucketName =
  | 'ready_to_ship'
  | 'sent_to_warehouse'
  | 'in_factory'
  | 'in_transit'
  | 'waiting_for_customer';

interface StatusRow {
  readonly id: number;
  readonly name: string;
  readonly phase: Phase;
  /** Six-step progress of the customer page; null = outside (the cancelled banner). */
  readonly step: CustomerStep | null;
  readonly bucket: BucketName | null;
  /** Who may move an item here; null = only the system, or an approval. */
  readonly permission: PermissionName | null;
}

/** In process order: the position is the rank (1-based). 20 stands outside and is listed apart. */
const IN_ORDER = [
  {
    id: 1,
    name: 'Created',
    phase: 'shop',
    step: 1,
    bucket: 'ready_to_ship',
    permission: 'view request new rma page',
  },
  {
    id: 2,
    name: 'SentToWarehouse',
    phase: 'transit',
    step: 2,
    bucket: 'sent_to_warehouse',
    permission: 'view prepare package page',
  },
  {
    id: 3,
    name: 'ReceiveFromShop',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: '(factory) receive from shop',
  },
  {
    id: 17,
    name: 'SAVCheckResult',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'sav check',
  },
  {
    id: 18,
    name: 'MCToCN',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'package forwarding',
  },
  {
    id: 19,
    name: 'IncomingCheck',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'incoming check',
  },
  {
    id: 4,
    name: 'RepairProcess',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'repair process',
  },
  {
    id: 5,
    name: 'RepairPolish',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'polishing process',
  },
  { id: 6, name: 'RepairQC', phase: 'factory', step: 3, bucket: 'in_factory', permission: 'QC process' },
  {
    id: 7,
    name: 'PlatingProcess',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'send to planting',
  },
  {
    id: 8,
    name: 'AssemblyProcess',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'assembly process',
  },
  {
    id: 9,
    name: 'AssemblyPenPlatingProcess',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'pen plating',
  },
  {
    id: 10,
    name: 'AssemblySettingStone',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'setting stone',
  },
  {
    id: 11,
    name: 'AssemblySettingPearl',
    phase: 'factory',
    step: 3,
    bucket: 'in_factory',
    permission: 'setting pearl',
  },
  { id: 12, name: 'FinalQCProcess', phase: 'factory', step: 3, bucket: 'in_factory', permission: 'QC final' },
  { id: 13, name: 'RepairDone', phase: 'factory', step: 3, bucket: 'in_factory', permission: 'repaired' },
  {
    id: 14,
    name: 'LogisticsShipOut',
    phase: 'transit',
    step: 4,
    bucket: 'in_transit',
    permission: 'logistic ship out',
  },
  {
    id: 15,
    name: 'ShopReceived',
    phase: 'ready',
    step: 5,
    bucket: 'waiting_for_customer',
    permission: 'view receive package page',
  },
  { id: 16, name: 'TakenByClient', phase: 'done', step: 6, bucket: null, permission: 'shop handover' },
  { id: 21, name: 'Closed', phase: 'done', step: 6, bucket: null, permission: null },
] as const satisfies readonly StatusRow[];

const CANCELLED = {
  id: 20,
  name: 'Cancelled',
  phase: 'cancelled',
  step: null,
  bucket: null,
  permission: 'cancel or edit rma',
} as const satisfies StatusRow;

/** The ids by name, for code that means one status. */
export const Status = {
  Created: 1,
  SentToWarehouse: 2,
  ReceiveFromShop: 3,
  RepairProcess: 4,
  RepairPolish: 5,
  RepairQC: 6,
  PlatingProcess: 7,
  AssemblyProcess: 8,
  AssemblyPenPlatingProcess: 9,
  AssemblySettingStone: 10,
  AssemblySettingPearl: 11,
  FinalQCProcess: 12,
  RepairDone: 13,
  LogisticsShipOut: 14,
  ShopReceived: 15,
  TakenByClient: 16,
  SAVCheckResult: 17,
  MCToCN: 18,
  IncomingCheck: 19,
  Cancelled: 20,
  Closed: 21,
} as const satisfies {
  readonly [Row in (typeof IN_ORDER)[number] | typeof CANCELLED as Row['name']]: Row['id'];
};

export type StatusId = (typeof IN_ORDER)[number]['id'] | typeof CANCELLED.id;

export interface Status extends StatusRow {
  readonly id: StatusId;
  /** 1..20 in process order; 0 for Cancelled, which stands outside it. */
  readonly rank: number;
}

/** Every status, in process order, Cancelled last. */
export const STATUSES: readonly Status[] = [
  ...IN_ORDER.map((row, index) => ({ ...row, rank: index + 1 })),
  { ...CANCELLED, rank: 0 },
];

const BY_ID: ReadonlyMap<number, Status> = new Map(STATUSES.map((status) => [status.id, status]));

export function isStatusId(value: unknown): value is StatusId {
  return typeof value === 'number' && BY_ID.has(value);
}

/** The row of a status. Throws for an id outside the closed set: check foreign input with `isStatusId` first. */
export function statusOf(id: StatusId): Status {
  const status = BY_ID.get(id);
  if (status === undefined) throw new RangeError(`unknown status ${String(id)}`);
  return status;
}

export const phaseOf = (id: StatusId): Phase => statusOf(id).phase;

/** Position in the process (product/repair.md §1). Compare ranks, never ids: 17–19 lie between 3 and 4. */
export function rank(id: StatusId): number {
  return statusOf(id).rank;
}

/** The stages a jewel is worked on at: entry is what an approval hold and an open fee stop. */
export const BENCH_STATUSES: readonly StatusId[] = [
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
  Status.PlatingProcess,
  Status.AssemblyProcess,
  Status.AssemblyPenPlatingProcess,
  Status.AssemblySettingStone,
  Status.AssemblySettingPearl,
  Status.FinalQCProcess,
];
/** Where the factory examines a piece, before any bench. */
export const CHECK_STATUSES: readonly StatusId[] = [
  Status.ReceiveFromShop,
  Status.SAVCheckResult,
  Status.IncomingCheck,
];
/** Whether a kind of site works at a stage: the benches stand in factories alone (product/repair.md §1). */
export function isDoneAt(status: number, siteKind: 'shop' | 'warehouse' | 'factory'): boolean {
  return siteKind === 'factory' || !BENCH_STATUSES.some((bench) => bench === status);
}
/** Statuses entered by sending a package. */
export const SEND_STATUSES: readonly StatusId[] = [
  Status.SentToWarehouse,
  Status.LogisticsShipOut,
  Status.MCToCN,
];
/** Taken, closed or cancelled: the repair is over, and no ordinary move goes on from here. */
export const FINAL_STATUSES: readonly StatusId[] = [Status.TakenByClient, Status.Closed, Status.Cancelled];

/** Whether the repair is over. */
export function isFinal(status: number): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}

/** Whether its owner took it, closed since or not. */
export function isTaken(status: number): boolean {
  return status === Status.TakenByClient || status === Status.Closed;
}

/** Whether it is in the factory's hands, between its sites included. */
export function isAtFactory(status: StatusId): boolean {
  return statusOf(status).phase === 'factory';
}

export interface StatusListEntry {
  readonly ID: StatusId;
  readonly Name: string;
  readonly rank: number;
  readonly kind: Phase;
}

/** Answer of `GET /rmastatuslist` (product/repair.md §1), in process order. */
export function rmaStatusList(): readonly StatusListEntry[] {
  return STATUSES.map(({ id, name, rank, phase }) => ({ ID: id, Name: name, rank, kind: phase }));
}
