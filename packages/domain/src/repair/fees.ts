import type { Money } from '../kernel.ts';
import type { Item } from './item.ts';

/** Benches that take a piece only once its fee is settled (the table of product.md §3). */
const FEE_GUARDED: readonly number[] = [4, 5, 7, 8];
export const asksForFee = (target: number): boolean => FEE_GUARDED.includes(target);

/** Settled = zero, waived, or accepted by the customer up to this amount (product.md §3). */
export function isFeeSettled(item: Item): boolean {
  const { due, accepted } = item.fee;
  if (due.amount === 0 || item.waiver.code === 11) return true;
  return accepted !== null && accepted.currency === due.currency && accepted.amount >= due.amount;
}

/** Paid = nothing due, waived, or payments in the fee's currency that cover it. */
export function isFeePaid(item: Item): boolean {
  const { due } = item.fee;
  return due.amount === 0 || item.waiver.code === 11 || amountPaid(item) >= due.amount;
}

/** Minor units paid so far in the fee's own currency. */
export function amountPaid(item: Item): Money['amount'] {
  return item.fee.payments
    .filter((payment) => payment.paid.currency === item.fee.due.currency)
    .reduce((sum, payment) => sum + payment.paid.amount, 0);
}
