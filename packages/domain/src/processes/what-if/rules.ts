import { DAY_MS, HOUR_MS, type Money } from '../../kernel.ts';
import type { Policy } from '../../policy.ts';
import { listedSum, type FeeList } from '../../repair/fees/listed.ts';
import type { QualityCause } from '../../shared/item-facts.ts';

/** The rules that one decision hangs on. Prices: those of the shop's country, in its currency. */
export interface Rules {
  readonly policy: Pick<
    Policy,
    'version' | 'warrantyYears' | 'extendedWarrantyMonths' | 'savRepairThreshold'
  >;
  readonly list: FeeList;
  readonly currency: string;
  readonly charged: readonly QualityCause[];
}

/** What is changed; null, or an empty list, leaves a rule as it was. */
export interface RuleChange {
  readonly warrantyYears: number | null;
  readonly extendedMonths: number | null;
  readonly charged: readonly QualityCause[] | null;
  /** Every listed fee by so many percent; then some of them to an amount in minor units. */
  readonly feesPercent: number | null;
  readonly fees: readonly ChangedFee[];
  readonly readyHours: number | null;
  readonly waitingDays: number | null;
}
export interface ChangedFee {
  readonly subReasonId: number;
  readonly country: string;
  readonly amount: number;
}

/** What each number may be: the ranges of the settings (product/system.md §2). */
export const RULE_RANGES = {
  warrantyYears: [0, 20],
  extendedMonths: [0, 120],
  feesPercent: [-100, 1_000],
  readyHours: [1, 2_000],
  waitingDays: [1, 365],
} as const;
export type RuleNumber = keyof typeof RULE_RANGES;

export const changesMarks = ({ readyHours, waitingDays }: RuleChange): boolean =>
  readyHours !== null || waitingDays !== null;

export const changesDecisions = (change: RuleChange): boolean =>
  change.fees.length > 0 ||
  [change.warrantyYears, change.extendedMonths, change.charged, change.feesPercent].some(
    (each) => each !== null,
  );

export const listedFee = ({ list, currency }: Rules, ids: readonly number[]): Money | undefined => {
  const amount = listedSum(list, ids);
  return amount === null ? undefined : { amount, currency };
};

/** The rules of then with the change; `country` is that of the list. */
export function changedRules(rules: Rules, change: RuleChange, country: string): Rules {
  const { policy } = rules;
  return {
    ...rules,
    policy: {
      ...policy,
      warrantyYears: change.warrantyYears ?? policy.warrantyYears,
      extendedWarrantyMonths: change.extendedMonths ?? policy.extendedWarrantyMonths,
    },
    charged: change.charged ?? rules.charged,
    list: changedList(rules.list, change, country),
  };
}

function changedList(list: FeeList, { feesPercent, fees }: RuleChange, country: string): FeeList {
  if (feesPercent === null && fees.length === 0) return list;
  const factor = 100 + (feesPercent ?? 0);
  const changed = new Map([...list].map(([id, amount]) => [id, Math.round((amount * factor) / 100)]));
  for (const fee of fees) if (fee.country === country) changed.set(fee.subReasonId, fee.amount);
  return changed;
}

type Limits = Pick<Policy, 'readyToShipOverMs' | 'waitingOverMs'>;

export const changedLimits = (limits: Limits, { readyHours, waitingDays }: RuleChange): Limits => ({
  readyToShipOverMs: readyHours === null ? limits.readyToShipOverMs : readyHours * HOUR_MS,
  waitingOverMs: waitingDays === null ? limits.waitingOverMs : waitingDays * DAY_MS,
});
