import { QUALITY_CAUSES } from '@atelier/domain/shared/item-facts.ts';
import {
  type SavDifference,
  savDifference,
  suggestedStatus,
} from '@atelier/domain/repair/scanning/sav-difference.ts';
import { isStatusId, type StatusId } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

type Claimed = Pick<
  ItemView,
  'rma_item_to_reason' | 'is_under_warranty' | 'FactoryReasons' | 'rma_factory_sav_item' | 'rma_status_id'
>;

/** A row as the domain compares it; a cause of a newer release is no cause here. */
function examinedOf(item: Claimed) {
  const found = item.rma_factory_sav_item.quality_investigate;
  return {
    claimedReasons: item.rma_item_to_reason.map((reason) => reason.rma_item_reason_id),
    inWarranty: item.is_under_warranty,
    foundReasons: item.FactoryReasons,
    cause: QUALITY_CAUSES.find((cause) => cause === found) ?? null,
  };
}

/** The same for what is noted and not saved yet: it will differ once it is. */
export function draftDifference(
  item: Claimed,
  draft: { readonly cause: string; readonly reasons: readonly number[] },
): SavDifference | null {
  const cause = QUALITY_CAUSES.find((one) => one === draft.cause) ?? null;
  return savDifference({ ...examinedOf(item), foundReasons: draft.reasons, cause });
}

export const differenceOf = (item: Claimed): SavDifference | null => savDifference(examinedOf(item));

/** The move that the difference asks for: 17 from either check, else none. */
export const suggestedMove = (item: Claimed): StatusId | null =>
  isStatusId(item.rma_status_id) ? suggestedStatus(item.rma_status_id, examinedOf(item)) : null;
