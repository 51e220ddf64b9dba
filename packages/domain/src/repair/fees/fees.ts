import type { Money } from '../../kernel.ts';
import type { Payment } from '../../shared/item-facts.ts';
import type { Item } from '../item/item.ts';
import { isChargeable } from '../scanning/quality.ts';
import { BENCH_STATUSES, rank, Status } from '../../shared/status.ts';

/** Benches that take a piece only once its fee is settled (the table of product/repair.md §3). */
const FEE_GUARDED: readonly number[] = [
  Status.RepairProcess,
  Status.RepairPolish,
  Status.PlatingProcess,
  Status.AssemblyProcess,
];
export const asksForFee = (target: number): boolean => FEE_GUARDED.includes(target);

/** Every bench refuses a piece that is to be paid for and has no amount (product/repair.md §12). */
const AMOUNT_GUARDED: readonly number[] = BENCH_STATUSES;
export const asksForAmount = (target: number): boolean => AMOUNT_GUARDED.includes(target);

/** Once shipped out fee and waiver are frozen (product/repair.md §12): from the entry into 14 on, and when cancelled. */
export function isFeeFrozen(item: Item): boolean {
  return item.status === Status.Cancelled || rank(item.status) >= rank(Status.LogisticsShipOut);
}

/** Whether the customer pays: as the cause found says, before that as the warranty does. A repair done again is free. */
function isToBePaid(item: Item): boolean {
  if (item.linkedFrom !== null) return false;
  return item.work.findings === null
    ? !item.warranty.inWarranty
    : isChargeable(item.work.findings.primaryCause);
}

/**
 * The repair is to be paid for, and no amount is known: no listed price, nothing agreed at the counter, nothing by
 * hand (product/repair.md §12). 0 is an amount only when it was set by hand, or waived.
 */
export function isFeeMissing(item: Item): boolean {
  if (isFeeFrozen(item) || item.waiver.code === 11) return false;
  if (item.work.outcome === 'unrepaired' || item.work.outcome === 'counterfeit') return false;
  return item.fee.due.amount === 0 && !item.fee.byHand && isToBePaid(item);
}

/** What the form at the counter shows, minor units: what was agreed there, or set by hand since. */
export function amountAtCounter({ fee, waiver }: Item): number {
  if (fee.byHand) return fee.due.amount;
  return fee.agreed?.amount ?? waiver.waivedAmount ?? fee.due.amount;
}

/** Settled = zero, waived, or accepted by the customer up to this amount (product/repair.md §12); never while it is missing. */
export function isFeeSettled(item: Item): boolean {
  if (isFeeMissing(item)) return false;
  const { due, accepted } = item.fee;
  if (due.amount === 0 || item.waiver.code === 11) return true;
  return accepted !== null && accepted.currency === due.currency && accepted.amount >= due.amount;
}

/** Paid = waived, or payments in the fee's currency that cover what is due. */
export function isFeePaid(item: Item): boolean {
  return item.waiver.code === 11 || amountPaid(item) >= item.fee.due.amount + carriedDue(item);
}

/** Minor units paid so far in the fee's own currency, without what was refunded. */
export function amountPaid(item: Pick<Item, 'fee'>): Money['amount'] {
  return sumOf(item, 'payment') - sumOf(item, 'refund') + (item.fee.carried?.paid ?? 0);
}

/** Minor units that went back to the customer. */
export function amountRefunded(item: Item): Money['amount'] {
  return sumOf(item, 'refund');
}

function sumOf({ fee }: Pick<Item, 'fee'>, kind: Payment['kind']): number {
  return fee.payments
    .filter((record) => record.kind === kind && record.paid.currency === fee.due.currency)
    .reduce((sum, { paid }) => sum + paid.amount, 0);
}

/** A repair done again is free, and what was due for the first one stays due: unless the second ends without a repair. */
function carriedDue({ fee, work }: Item): number {
  const isFree = work.outcome === 'unrepaired' || work.outcome === 'counterfeit';
  return isFree ? 0 : (fee.carried?.due ?? 0);
}

/** Minor units that the customer owes for the repair in all; nothing once it is cancelled. */
export function amountDue(item: Item): number {
  return item.status === Status.Cancelled ? 0 : item.fee.due.amount + carriedDue(item);
}

/** Minor units still to be paid. */
export function amountOpen(item: Item): number {
  return Math.max(0, amountDue(item) - amountPaid(item));
}

/** Minor units that were paid and are not due: the most that a refund returns. */
export function amountRefundable(item: Item): number {
  return item.fee.isMoved ? 0 : Math.max(0, amountPaid(item) - amountDue(item));
}

/** Minor units paid beyond what is due, less what was kept with a reason (product/repair.md §14). */
export function amountToReturn(item: Item): number {
  return Math.max(0, amountRefundable(item) - item.fee.notReturned);
}
