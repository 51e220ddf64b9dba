import type { MoveKind } from '../../shared/item-facts.ts';
import { STATUSES, Status, type StatusId } from '../../shared/status.ts';

/** The ordinary moves a person asks for by naming a target; the others (undo, closing …) are separate commands. */
export type OrdinaryMove = Extract<
  MoveKind,
  'forward' | 'lateral' | 'rework' | 'recall' | 'override' | 'cancel'
>;

type From = readonly StatusId[];

const BENCHES: From = [4, 5, 6, 7, 8, 9, 10, 11, 12];
const benchesAfter = (id: number): From => BENCHES.filter((bench) => bench > id);
const benchesBetween = (first: number, last: number): From =>
  BENCHES.filter((bench) => bench >= first && bench <= last);

/** "entered from" of product/repair.md §2, a line per target and kind of move. */
const ENTERED_FROM: Readonly<Record<StatusId, Partial<Readonly<Record<OrdinaryMove, From>>>>> = {
  [Status.Created]: {},
  [Status.SentToWarehouse]: { forward: [Status.Created] },
  [Status.ReceiveFromShop]: { forward: [Status.SentToWarehouse], override: [Status.Created] },
  [Status.MCToCN]: { forward: [Status.ReceiveFromShop, Status.SAVCheckResult] },
  [Status.IncomingCheck]: { forward: [Status.ReceiveFromShop, Status.MCToCN] },
  [Status.SAVCheckResult]: { forward: [Status.ReceiveFromShop, Status.IncomingCheck], recall: BENCHES },
  [Status.RepairProcess]: {
    forward: [Status.ReceiveFromShop, Status.IncomingCheck, Status.SAVCheckResult],
    rework: benchesAfter(Status.RepairProcess),
  },
  [Status.RepairPolish]: {
    forward: [Status.ReceiveFromShop, Status.IncomingCheck, Status.SAVCheckResult, Status.RepairProcess],
    rework: benchesAfter(Status.RepairPolish),
  },
  [Status.RepairQC]: { forward: [Status.RepairProcess, Status.RepairPolish] },
  [Status.PlatingProcess]: {
    forward: [Status.RepairQC, Status.SAVCheckResult, Status.IncomingCheck],
    rework: benchesAfter(Status.PlatingProcess),
  },
  [Status.AssemblyProcess]: {
    forward: [Status.RepairQC, Status.PlatingProcess, Status.SAVCheckResult, Status.IncomingCheck],
    rework: benchesAfter(Status.AssemblyProcess),
  },
  [Status.AssemblyPenPlatingProcess]: {
    forward: benchesBetween(Status.RepairQC, Status.AssemblyProcess),
    lateral: [Status.AssemblySettingStone, Status.AssemblySettingPearl],
    rework: [Status.FinalQCProcess],
  },
  [Status.AssemblySettingStone]: {
    forward: benchesBetween(Status.RepairQC, Status.AssemblyPenPlatingProcess),
    lateral: [Status.AssemblySettingPearl],
    rework: [Status.FinalQCProcess],
  },
  [Status.AssemblySettingPearl]: {
    forward: benchesBetween(Status.RepairQC, Status.AssemblySettingStone),
    rework: [Status.FinalQCProcess],
  },
  [Status.FinalQCProcess]: { forward: benchesBetween(Status.RepairQC, Status.AssemblySettingPearl) },
  // From 3, 19 and 17 only when the jewel will not be repaired: see `outcomeFor`.
  [Status.RepairDone]: {
    forward: [Status.FinalQCProcess, Status.ReceiveFromShop, Status.IncomingCheck, Status.SAVCheckResult],
  },
  [Status.LogisticsShipOut]: { forward: [Status.RepairDone] },
  [Status.ShopReceived]: { forward: [Status.LogisticsShipOut] },
  // From 14 only when the carrier hands it to the client.
  [Status.TakenByClient]: { forward: [Status.ShopReceived, Status.LogisticsShipOut] },
  [Status.Closed]: {},
  [Status.Cancelled]: { cancel: [Status.Created] },
};

const KINDS: readonly OrdinaryMove[] = ['forward', 'lateral', 'rework', 'recall', 'override', 'cancel'];

/** How an item gets from one status to another by naming the target; null when product/repair.md §2 offers no such move. */
export function moveKindOf(from: StatusId, to: StatusId): OrdinaryMove | null {
  const offered = ENTERED_FROM[to];
  return KINDS.find((kind) => offered[kind]?.includes(from)) ?? null;
}

/** Moves that need no reason, and that the scanning rule treats as "not yet scanned" (product/repair.md §2). */
export function isOnward(kind: OrdinaryMove | null): boolean {
  return kind === 'forward' || kind === 'lateral';
}

export interface OfferedMove {
  readonly target: StatusId;
  readonly kind: OrdinaryMove;
}

/** Every move the table offers from a status, guards aside, in process order. */
export function movesFrom(from: StatusId): readonly OfferedMove[] {
  return STATUSES.flatMap(({ id: target }) => {
    const kind = moveKindOf(from, target);
    return kind === null ? [] : [{ target, kind }];
  });
}

export interface Step {
  readonly from: StatusId;
  readonly to: StatusId;
}

/** Every pair of statuses between which the table offers an onward move or a cancellation. */
export const STEPS: readonly Step[] = STATUSES.flatMap(({ id: from }) =>
  movesFrom(from)
    .filter(({ kind }) => isOnward(kind) || kind === 'cancel')
    .map(({ target: to }) => ({ from, to })),
);
