import {
  HOLD_PERMISSIONS,
  PLACED_HOLDS,
  WAITING_HOLDS,
  type PlacedHold,
} from '@atelier/domain/repair/holds/hold-rights.ts';
import { isAtFactory, isStatusId, rank, Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

type Held = Pick<ItemView, 'holds' | 'waived_fee' | 'rma_status_id'>;

const UNDER_REVIEW = 1;

const may = (hold: PlacedHold, permissions: readonly string[]): boolean =>
  HOLD_PERMISSIONS[hold].some((permission) => permissions.includes(permission));

const isWaiting = (hold: PlacedHold): boolean => WAITING_HOLDS.some((one) => one === hold);

/**
 * Where a hold is offered: approval while benches lie ahead, what a bench waits for while the factory works on it, dispute
 * from the end of the work to the piece's own end.
 */
function bears(hold: PlacedHold, status: number): boolean {
  if (!isStatusId(status) || status === Status.Cancelled || status === Status.Closed) return false;
  if (isWaiting(hold)) return isAtFactory(status) && status !== Status.RepairDone;
  return hold === 'approval'
    ? rank(status) < rank(Status.FinalQCProcess)
    : rank(status) >= rank(Status.RepairDone);
}

/** The holds this person may place now; none stands twice. */
export function placeableHolds(item: Held, permissions: readonly string[]): PlacedHold[] {
  return PLACED_HOLDS.filter(
    (hold) => may(hold, permissions) && bears(hold, item.rma_status_id) && !item.holds.includes(hold),
  );
}

/** Those they may release. While a waiver is under review the approval is the review's own: deciding it releases it. */
export function releasableHolds(item: Held, permissions: readonly string[]): PlacedHold[] {
  return PLACED_HOLDS.filter(
    (hold) =>
      may(hold, permissions) &&
      item.holds.includes(hold) &&
      !(hold === 'approval' && item.waived_fee === UNDER_REVIEW),
  );
}
