import type { MoveKind } from './facts.ts';
import { STATUSES } from './status.ts';
import type { StatusId } from './status.ts';

/** The ordinary moves a person asks for by naming a target; the others (undo, closing …) are commands of their own. */
export type OrdinaryMove = Extract<
  MoveKind,
  'forward' | 'lateral' | 'rework' | 'recall' | 'override' | 'cancel'
>;

type From = readonly StatusId[];

const BENCHES: From = [4, 5, 6, 7, 8, 9, 10, 11, 12];
const benchesAfter = (id: number): From => BENCHES.filter((bench) => bench > id);
const benchesBetween = (first: number, last: number): From =>
  BENCHES.filter((bench) => bench >= first && bench <= last);

/** "entered from" of product/repair.md §2, a line per target, told apart by the kind of move. */
const ENTERED_FROM: Readonly<Record<StatusId, Partial<Readonly<Record<OrdinaryMove, From>>>>> = {
  1: {},
  2: { forward: [1] },
  3: { forward: [2], override: [1] },
  18: { forward: [3, 17] },
  19: { forward: [3, 18] },
  17: { forward: [3, 19], recall: BENCHES },
  4: { forward: [3, 19, 17], rework: benchesAfter(4) },
  5: { forward: [3, 19, 17, 4], rework: benchesAfter(5) },
  6: { forward: [4, 5] },
  7: { forward: [6, 17, 19], rework: benchesAfter(7) },
  8: { forward: [6, 7, 17, 19], rework: benchesAfter(8) },
  9: { forward: benchesBetween(6, 8), lateral: [10, 11], rework: [12] },
  10: { forward: benchesBetween(6, 9), lateral: [11], rework: [12] },
  11: { forward: benchesBetween(6, 10), rework: [12] },
  12: { forward: benchesBetween(6, 11) },
  // From 3, 19 and 17 only when the jewel will not be repaired: see `outcomeFor`.
  13: { forward: [12, 3, 19, 17] },
  14: { forward: [13] },
  15: { forward: [14] },
  // From 14 only when the carrier hands it to the client.
  16: { forward: [15, 14] },
  21: {},
  20: { cancel: [1] },
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
