import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Formats } from '@atelier/ui/text/format.ts';

/** What the pieces cost their client when they come, a sum per currency; '' when there is nothing to pay. */
export function moneyOpen(
  items: readonly Pick<ItemView, 'fee_open' | 'repair_fee_ccy'>[],
  format: Pick<Formats, 'money' | 'list'>,
): string {
  const sums = new Map<string, number>();
  for (const { fee_open: open, repair_fee_ccy: currency } of items)
    if (open > 0) sums.set(currency, (sums.get(currency) ?? 0) + open);
  return format.list([...sums].map(([currency, amount]) => format.money(amount, currency)));
}
