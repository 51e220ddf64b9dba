import type { Outcome } from '../../shared/item-facts.ts';
import { isOnward, moveKindOf } from '../item/moves.ts';
import { isNotRepaired } from './outcomes.ts';
import { CHECK_STATUSES, Status, STATUSES, type StatusId } from '../../shared/status.ts';

/** From where a scan brings a piece to a stage: where the table offers a forward or lateral move (product/repair.md §18). */
export function waitingFrom(target: StatusId): readonly StatusId[] {
  return STATUSES.map(({ id }) => id).filter((id) => isOnward(moveKindOf(id, target)));
}

/**
 * Whether a piece waits for the stage: the work that a bench, its menu badge and its list
 * count. Before the benches 13 takes only what will not be repaired (product/repair.md §18): the others do not wait for it.
 */
export function isWaitingFor(target: number, status: number, outcome: Outcome | null): boolean {
  if (target !== Status.RepairDone || !CHECK_STATUSES.some((id) => id === status)) return true;
  return isNotRepaired(outcome);
}
