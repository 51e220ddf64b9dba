import type { Warranty } from '../../shared/item-facts.ts';
import type { ItemDeposited } from '../item/deposit-events.ts';

/** What is due at the counter, and what was agreed for the case that it is (product/deposit.md §7). */
export function agreedFees(
  { maintenanceAmount: amount }: { readonly maintenanceAmount: number },
  { inWarranty }: Pick<Warranty, 'inWarranty'>,
  currency: string,
): Pick<ItemDeposited['data'], 'fee' | 'agreedFee'> {
  return {
    fee: { amount: inWarranty ? 0 : amount, currency },
    agreedFee: amount === 0 ? null : { amount, currency },
  };
}
