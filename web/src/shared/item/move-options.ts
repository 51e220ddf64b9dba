import {
  BENCH_STATUSES,
  isStatusId,
  Status,
  statusOf,
  type StatusId,
} from '@atelier/domain/shared/status.ts';
import { isNotRepaired } from '@atelier/domain/repair/scanning/outcomes.ts';
import type { Outcome } from '@atelier/domain/shared/item-facts.ts';
import { isOnward, movesFrom, type OfferedMove } from '@atelier/domain/repair/item/moves.ts';

/** Entered by a scan of a package, by sending one, or over the counter: never by naming the target here. */
const ELSEWHERE: ReadonlySet<StatusId> = new Set([
  Status.SentToWarehouse,
  Status.ReceiveFromShop,
  Status.LogisticsShipOut,
  Status.ShopReceived,
  Status.TakenByClient,
  Status.MCToCN,
  Status.IncomingCheck,
]);

const isHeld = (target: StatusId, permissions: readonly string[]): boolean => {
  const { permission } = statusOf(target);
  return permission !== null && permissions.includes(permission);
};

function offered(status: number, permissions: readonly string[]): readonly OfferedMove[] {
  if (!isStatusId(status)) return [];
  return movesFrom(status).filter(({ target }) => !ELSEWHERE.has(target) && isHeld(target, permissions));
}

/**
 * Where this person may move a piece on to, in process order. From before the benches 13 is for pieces that are known
 * not to be repaired (replaced, say); to say so of one is asked apart.
 */
export function onwardMoves(
  status: number,
  permissions: readonly string[],
  outcome: string | null = null,
): StatusId[] {
  const isDone = status === Status.FinalQCProcess || isNotRepaired(outcome as Outcome | null);
  return offered(status, permissions)
    .filter(({ target, kind }) => isOnward(kind) && (target !== Status.RepairDone || isDone))
    .map(({ target }) => target)
    .sort((a, b) => statusOf(a).rank - statusOf(b).rank);
}

/** Where this person may send it back to, with a reason; the nearest stage first. */
export function backwardMoves(status: number, permissions: readonly string[]): StatusId[] {
  return offered(status, permissions)
    .filter(({ kind }) => kind === 'rework' || kind === 'recall')
    .map(({ target }) => target)
    .sort((a, b) => statusOf(b).rank - statusOf(a).rank);
}

/** Whether it may leave the factory unrepaired from here: before the benches, or at one (product/repair.md §6). */
export function mayReturnUnrepaired(status: number, permissions: readonly string[]): boolean {
  if (!isStatusId(status) || !isHeld(13, permissions)) return false;
  return (
    status === Status.ReceiveFromShop ||
    status === Status.SAVCheckResult ||
    status === Status.IncomingCheck ||
    BENCH_STATUSES.includes(status)
  );
}
