import type { QualityCause } from '../../shared/item-facts.ts';
import { isChargeable } from './quality.ts';
import { Status, type StatusId } from '../../shared/status.ts';

/** What the shop claimed of a piece, and what the factory saved of it. */
export interface Examined {
  readonly claimedReasons: readonly number[];
  /** Frozen at deposit. */
  readonly inWarranty: boolean;
  readonly foundReasons: readonly number[];
  /** null while nothing has been saved. */
  readonly cause: QualityCause | null;
}

/** How the factory's decision differs from the shop's; ids of reasons. */
export interface SavDifference {
  /** Claimed, and not found. */
  readonly notFound: readonly number[];
  /** Found, and not claimed. */
  readonly added: readonly number[];
  /** The customer was promised otherwise: pays after all, or need not pay after all; null = as claimed. */
  readonly payment: 'chargeable' | 'free' | null;
}

/**
 * The difference between claim and findings, or null when there is none (product/repair.md §11). Reasons
 * are compared once the factory has named any: a cause alone says nothing against them.
 */
export function savDifference(examined: Examined): SavDifference | null {
  const { claimedReasons, foundReasons, cause, inWarranty } = examined;
  if (cause === null) return null;
  const named = foundReasons.length > 0;
  const notFound = named ? claimedReasons.filter((id) => !foundReasons.includes(id)) : [];
  const added = foundReasons.filter((id) => !claimedReasons.includes(id));
  const payment = paymentChange(inWarranty, cause);
  if (notFound.length + added.length === 0 && payment === null) return null;
  return { notFound, added, payment };
}

/** In warranty was promised free, out of it was not; the cause found decides (product/repair.md §10). */
function paymentChange(inWarranty: boolean, cause: QualityCause): SavDifference['payment'] {
  const isCharged = isChargeable(cause);
  if (isCharged !== inWarranty) return null;
  return isCharged ? 'chargeable' : 'free';
}

/** Where a decision that differs from the shop's goes next: from both checks to 17, from elsewhere no suggestion. */
export function suggestedStatus(status: StatusId, examined: Examined): StatusId | null {
  const isCheck = status === Status.ReceiveFromShop || status === Status.IncomingCheck;
  return isCheck && savDifference(examined) !== null ? Status.SAVCheckResult : null;
}
