import { isDay } from '@atelier/domain/calendar.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import { exchangeOffer } from '@atelier/domain/repair/warranty.ts';
import { currentRules } from '../../../lib/rules/rules.ts';

/** Whether the purchase is so young that the exchange survey is asked (product/deposit.md §4). Not for a day that is none. */
export function asksSurvey(purchaseDate: string, today: Day): boolean {
  if (!isDay(purchaseDate) || purchaseDate > today) return false;
  return exchangeOffer(purchaseDate, today, currentRules()).survey;
}
