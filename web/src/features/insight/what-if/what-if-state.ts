import { KINDS, type Kind } from '@atelier/domain/processes/what-if/tally.ts';
import { RULE_RANGES, type ChangedFee, type RuleNumber } from '@atelier/domain/processes/what-if/rules.ts';
import { QUALITY_CAUSES, type QualityCause } from '@atelier/domain/shared/item-facts.ts';
import type { QueryOf } from '../../../lib/api/calls.ts';
import type { FigureState } from '../use-figure-state.ts';

export type WhatIfQuery = QueryOf<'/insight/what-if'>;

/** By rule: the parameter of the address, which is that of the call. */
export const NUMBER_PARAMS = {
  warrantyYears: 'warranty_years',
  extendedMonths: 'extended_months',
  feesPercent: 'fees_percent',
  readyHours: 'ready_hours',
  waitingDays: 'waiting_days',
} as const satisfies Record<RuleNumber, keyof WhatIfQuery>;

/** What is changed, as it stands in the address: a link shows the same pieces. */
export interface WhatIfState {
  /** As typed; what is none keeps its field and changes nothing. */
  readonly numbers: Readonly<Record<RuleNumber, string>>;
  /** null = as it was. */
  readonly charged: readonly QualityCause[] | null;
  readonly fees: readonly ChangedFee[];
  readonly kind: Kind | null;
}

/** `none` stands for an empty list, which an address cannot tell from no list. */
const NO_CAUSE = 'none';

export function readWhatIfState(params: URLSearchParams): WhatIfState {
  const text = (name: string) => params.get(name) ?? '';
  const charged = params.get('charged');
  return {
    numbers: {
      warrantyYears: text('warranty_years'),
      extendedMonths: text('extended_months'),
      feesPercent: text('fees_percent'),
      readyHours: text('ready_hours'),
      waitingDays: text('waiting_days'),
    },
    charged: charged === null ? null : QUALITY_CAUSES.filter((cause) => charged.split(',').includes(cause)),
    fees: text('fees').split(',').flatMap(feeIn),
    kind: KINDS.find((kind) => kind === params.get('kind')) ?? null,
  };
}

/** `101:FR:4500`: minor units of the country's currency. */
function feeIn(part: string): ChangedFee[] {
  const [, id, country = '', amount] = /^(\d{1,9}):([A-Z]{2}):(\d{1,12})$/.exec(part) ?? [];
  return id === undefined ? [] : [{ subReasonId: Number(id), country, amount: Number(amount) }];
}

export const feesParam = (fees: readonly ChangedFee[]): string =>
  fees.map(({ subReasonId, country, amount }) => `${subReasonId}:${country}:${amount}`).join(',');

/** A fee in place of the one that was changed before for the same piece of work in the same country. */
export const withFee = (fees: readonly ChangedFee[], fee: ChangedFee): readonly ChangedFee[] => [
  ...fees.filter((each) => each.subReasonId !== fee.subReasonId || each.country !== fee.country),
  fee,
];

export const chargedParam = (causes: readonly QualityCause[]): string =>
  causes.length === 0 ? NO_CAUSE : causes.join(',');

/** A whole number in the range of its rule; null where nothing is typed, undefined where something else is. */
export function numberOf(rule: RuleNumber, typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const value = Number(typed);
  const [least, most] = RULE_RANGES[rule];
  return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

const RULES: readonly RuleNumber[] = [
  'warrantyYears',
  'extendedMonths',
  'feesPercent',
  'readyHours',
  'waitingDays',
];

/** Whether a rule is changed to something that can be decided by. */
export const isChanged = ({ numbers, charged, fees }: WhatIfState): boolean =>
  charged !== null || fees.length > 0 || RULES.some((rule) => numberOf(rule, numbers[rule]) != null);

/** The parameters of the call: what cannot be decided by is left out. */
export function whatIfParams(
  { numbers, charged, fees, kind }: WhatIfState,
  { period, where }: Pick<FigureState, 'period' | 'where'>,
): WhatIfQuery {
  const [place, id = ''] = where.split(':');
  const changed = RULES.flatMap((rule) => {
    const value = numberOf(rule, numbers[rule]);
    return value == null ? [] : [[NUMBER_PARAMS[rule], value] as const];
  });
  return {
    ...period,
    ...(place === 'shop' && { shop_id: Number(id) }),
    ...(place === 'country' && { country: id }),
    ...Object.fromEntries(changed),
    ...(charged !== null && { charged: charged.join(',') }),
    ...(fees.length > 0 && { fees: feesParam(fees) }),
    ...(kind !== null && { kind }),
  };
}

/** Everything that "as it is" takes out of the address. */
export const AS_IT_IS = {
  ...Object.fromEntries(Object.values(NUMBER_PARAMS).map((name) => [name, null])),
  charged: null,
  fees: null,
  kind: null,
};
