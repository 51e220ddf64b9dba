import { HOLD_REJECTION, holdStops } from '@atelier/domain/repair/holds/holds.ts';
import type { HoldKind } from '@atelier/domain/shared/item-facts.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';

/** Back at 15, cancelled, or closed without its owner: each leaves over the counter where it lies (product/repair.md §15). */
const LEAVING: readonly number[] = [
  Status.ShopReceived,
  Status.Cancelled,
  Status.TakenByClient,
  Status.Closed,
];

export const isHere = (
  { rma_status_id: status, custody, store_id: store, collection }: ItemView,
  siteId: number,
): boolean =>
  LEAVING.includes(status) &&
  custody.kind === 'site' &&
  custody.site_id === siteId &&
  (store === siteId || collection?.shop_id === siteId);

/** Gone, or nothing more happens to it. */
export const isOver = ({ rma_status_id: status }: ItemView): boolean =>
  status === Status.TakenByClient || status === Status.Closed || status === Status.Cancelled;

/** The code of what keeps a piece whatever is paid; null where it may leave now. */
export function keptBy(item: ItemView): string | null {
  const target = item.rma_status_id === Status.ShopReceived ? Status.TakenByClient : Status.Created;
  const stopping = (item.holds as HoldKind[]).find((hold) => hold === 'missing' || holdStops(hold, target));
  return stopping === undefined ? null : HOLD_REJECTION[stopping];
}

/** Ticked from the beginning: it may leave, and no money has to go back first. */
export const isTickedAtFirst = (item: ItemView): boolean => keptBy(item) === null && item.fee_to_return === 0;

/** What is open on the pieces, by currency and never added across: `[currency, minor units]`. */
export function sumsOf(items: readonly ItemView[]): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const { fee_open: open, repair_fee_ccy: currency } of items)
    if (open > 0) sums.set(currency, (sums.get(currency) ?? 0) + open);
  return [...sums];
}
