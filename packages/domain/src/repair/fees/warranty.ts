import { addMonths, addYears, isDay } from '../../calendar.ts';
import type { Day } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import type { Warranty } from '../../shared/item-facts.ts';

export interface WarrantyInput {
  readonly purchaseDate: Day;
  /** The store's own day of the deposit. */
  readonly depositDay: Day;
  /** Extended warranty with proof: so many months more; 0 = none. */
  readonly extendedMonths: number;
  readonly override: Warranty['override'];
}

/**
 * Evaluated once, at deposit, and frozen with the policy's version (product/deposit.md §3): in warranty while the deposit is
 * before the purchase date plus two calendar years (29 Feb → 28 Feb). `until` is the first day outside.
 */
export function evaluateWarranty(
  { purchaseDate, depositDay, extendedMonths, override }: WarrantyInput,
  policy: Pick<Policy, 'warrantyYears' | 'version'>,
): Warranty {
  const until = addMonths(addYears(purchaseDate, policy.warrantyYears), extendedMonths);
  const byRule = depositDay < until;
  return {
    inWarranty: override === null ? byRule : override.inWarranty,
    until,
    policyVersion: policy.version,
    extended: extendedMonths > 0,
    override,
  };
}

export interface ExchangeOffer {
  /** Under 6 months old: the survey is asked (product/deposit.md §4). */
  readonly survey: boolean;
  /** Under 12 months old: the extended in-store exchange tip. */
  readonly tip: boolean;
}

/** Which exchange questions a purchase of this age brings up on the store's own day. */
export function exchangeOffer(
  purchaseDate: Day,
  today: Day,
  policy: Pick<Policy, 'exchangeMonths' | 'extendedExchangeMonths'>,
): ExchangeOffer {
  return {
    survey: today < addMonths(purchaseDate, policy.exchangeMonths),
    tip: today < addMonths(purchaseDate, policy.extendedExchangeMonths),
  };
}

/** Whether a purchase is so young that the exchange survey is asked. One still to come has no age. */
export function asksSurvey(
  purchaseDate: string,
  today: Day,
  policy: Pick<Policy, 'exchangeMonths' | 'extendedExchangeMonths'>,
): boolean {
  return isDay(purchaseDate) && purchaseDate <= today && exchangeOffer(purchaseDate, today, policy).survey;
}
