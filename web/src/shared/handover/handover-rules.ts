import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** A cancelled piece is handed back without a fee (product/repair.md §15). */
export const isHandBack = (item: ItemView): boolean => item.rma_status_id === Status.Cancelled;

/** The code of what keeps a piece at the counter; null when it may go. */
export function whyKept(item: ItemView): 'fee_not_paid' | 'refund_due' | null {
  if (!isHandBack(item) && item.fee_open > 0) return 'fee_not_paid';
  return item.fee_to_return > 0 ? 'refund_due' : null;
}

type Client = Pick<ItemView, 'rma_id' | 'fullphone' | 'fullname'>;

/** Whether two pieces were brought by the same person: in one deposit, or under the same name and phone number. */
export const isOfClient = (item: Client, other: Client): boolean =>
  item.rma_id === other.rma_id ||
  (item.fullphone !== '' && item.fullphone === other.fullphone && item.fullname === other.fullname);

/** Whether a piece lies at a counter and no dispute keeps it there. */
const isAtCounter = ({ custody, holds }: ItemView): boolean =>
  custody.kind === 'site' && !holds.includes('dispute');

/** The client's other pieces that wait at the same counter, in the same way. */
export const waitingBeside = (item: ItemView, all: readonly ItemView[]): ItemView[] =>
  all.filter(
    (other) =>
      other.id !== item.id &&
      other.rma_status_id === item.rma_status_id &&
      other.custody.site_id === item.custody.site_id &&
      isAtCounter(other),
  );

/** The client's pieces that wait at the counter of this shop, the ones that may go at once first. */
export const readyAt = (siteId: number, all: readonly ItemView[]): ItemView[] =>
  all
    .filter(
      (row) =>
        row.rma_status_id === Status.ShopReceived && row.custody.site_id === siteId && isAtCounter(row),
    )
    .sort((a, b) => Number(whyKept(a) !== null) - Number(whyKept(b) !== null));
