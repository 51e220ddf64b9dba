import type { DeclaredPrice } from '@atelier/contracts/shipping/schema.ts';

/** What a package is declared at; null while a price is missing, or the pieces speak of several currencies. */
export function totalOf(prices: readonly DeclaredPrice[]): { amount: number; currency: string } | null {
  const [first] = prices;
  if (first === undefined) return null;
  let amount = 0;
  for (const price of prices) {
    if (price.amount === null || price.currency !== first.currency) return null;
    amount += price.amount;
  }
  return { amount, currency: first.currency };
}
