import { asksSurvey as isAsked } from '@atelier/domain/repair/fees/warranty.ts';
import type { Day } from '@atelier/domain/kernel.ts';
import { currentRules } from '../../shared/rules/rules.ts';

/** Whether the purchase is so young that the exchange survey is asked, by the rules in force. */
export const asksSurvey = (purchaseDate: string, today: Day): boolean =>
  isAsked(purchaseDate, today, currentRules());
