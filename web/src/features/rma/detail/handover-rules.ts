import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** A cancelled piece is handed back without a fee (product/repair.md §15). */
export const isHandBack = (item: ItemView): boolean => item.rma_status_id === Status.Cancelled;

/** The code of what keeps a piece at the counter; null when it may go. */
export function whyKept(item: ItemView): 'fee_not_paid' | 'refund_due' | null {
  if (!isHandBack(item) && item.fee_open > 0) return 'fee_not_paid';
  return item.fee_to_return > 0 ? 'refund_due' : null;
}

/** The deposit's other pieces that wait at the same counter, in the same way. */
export function waitingBeside(item: ItemView, all: readonly ItemView[]): ItemView[] {
  return all.filter(
    (other) =>
      other.id !== item.id &&
      other.rma_status_id === item.rma_status_id &&
      other.custody.kind === 'site' &&
      !other.holds.includes('dispute'),
  );
}
