import { addDays } from '../calendar.ts';
import type { Day } from '../kernel.ts';
import type { LaterCause } from '../repair/expected/expected-events.ts';
import type { HoldKind } from '../shared/item-facts.ts';

/** When an owner may expect their piece (product/customer-page.md §9). A window of whole weeks, never one day. */
export type CustomerExpected =
  | { readonly kind: 'between'; readonly from: Day; readonly to: Day; readonly later: LaterCause | null }
  | { readonly kind: 'by'; readonly from: null; readonly to: Day; readonly later: LaterCause | null }
  | { readonly kind: 'late'; readonly from: null; readonly to: null; readonly later: null };
export const CUSTOMER_EXPECTED = [
  'between',
  'by',
  'late',
] as const satisfies readonly CustomerExpected['kind'][];

export interface ExpectedFacts {
  readonly likely: Day | null;
  readonly latest: Day | null;
  readonly later: LaterCause | null;
  readonly holds: readonly HoldKind[];
  /** The page asks its owner about a fee: the work waits for them. */
  readonly waitsForFee: boolean;
  /** It comes back without a repair. */
  readonly isReturned: boolean;
  /** Another sentence says what keeps it. */
  readonly hasReason: boolean;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/** Null where there is no date, and where only a person should speak of it. `today` is the shop's. */
export function customerExpected(facts: ExpectedFacts, today: Day): CustomerExpected | null {
  const { likely, latest, holds, waitsForFee, isReturned } = facts;
  if (likely === null || latest === null) return null;
  if (waitsForFee || isReturned || holds.some((hold) => PRIVATE.includes(hold))) return null;
  const to = endOfWindow(likely, latest);
  if (today > to) return { kind: 'late', from: null, to: null, later: null };
  const later = facts.hasReason ? null : facts.later;
  return today < likely
    ? { kind: 'between', from: likely, to, later }
    : { kind: 'by', from: null, to, later };
}

const PRIVATE: readonly HoldKind[] = ['missing', 'dispute'];

/** Whole weeks after the likely day, one at least: a date that moves by a day does not move the sentence. */
function endOfWindow(likely: Day, latest: Day): Day {
  const days = (Date.parse(latest) - Date.parse(likely)) / DAY_MS;
  return addDays(likely, Math.max(1, Math.ceil(days / WEEK)) * WEEK);
}
