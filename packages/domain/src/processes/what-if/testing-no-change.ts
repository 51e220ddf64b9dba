import type { RuleChange } from './rules.ts';

/** Every rule as it is. */
export const NO_CHANGE: RuleChange = {
  warrantyYears: null,
  extendedMonths: null,
  charged: null,
  feesPercent: null,
  fees: [],
  readyHours: null,
  waitingDays: null,
};
