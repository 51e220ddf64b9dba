import type { Moment } from '@atelier/domain/audit/moment.ts';
import type { Period } from '@atelier/domain/insight/periods.ts';
import type { RuleChange } from '@atelier/domain/processes/what-if/rules.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ByRule } from '../audit/testing-by-rule.ts';

/** The rules once more, written from docs/product alone: no read model, no fold, none of the functions that commands call. */

export interface RawShop {
  readonly country: string;
  readonly zone: string;
  readonly prices: ReadonlyMap<number, number>;
}
/** From which moment on how many hours in status 1, and in 15, are too many. */
export type RawLimits = readonly {
  readonly from: number;
  readonly ready: number;
  readonly waiting: number;
}[];

export interface RawAsked {
  readonly change: RuleChange;
  readonly period: Period;
  readonly moment: Moment | null;
  readonly now: Date;
  readonly limits: RawLimits;
}
export interface RawVerdict {
  readonly hasDecision: boolean;
  readonly isLinked: boolean;
  readonly inWarranty: readonly [boolean, boolean];
  readonly due: readonly [number, number];
  /** Status, over as it was, over by the change. */
  readonly marks: readonly (readonly [number, boolean, boolean])[];
}

const DAY = 86_400_000;
const FREE_CHOICES = ['Production Issue', 'Design Issue', 'Components Issue', 'Customers Issue'];
// oxlint-disable-next-line typescript/no-explicit-any -- events are read as they lie in the log
type Data = any;

const dayIn = (at: string, zone: string): string =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });

/** The same day so many months later, or the last of that month. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

interface Run {
  due: number;
  agreed: number;
  byHand: boolean;
  waived: boolean;
  inWarranty: boolean;
  subs: string | null;
  cause: string | null;
  total180: number;
}

export function rawVerdict(log: readonly ByRule[], shop: RawShop, asked: RawAsked): RawVerdict | null {
  const { moment } = asked;
  const by = (limit: string | null | undefined) => (limit ? Date.parse(limit) : Infinity);
  const events = log.filter(
    ({ trueFrom, known }) =>
      Date.parse(trueFrom) <= by(moment?.asOf) && Date.parse(known) <= by(moment?.knownAt),
  );
  const first: Data = events[0]?.event.data;
  if (first === undefined) return null;
  const isIn = (at: string) => at.slice(0, 10) >= asked.period.from && at.slice(0, 10) <= asked.period.to;
  const real = run(events, shop, asked, () => false);
  const changed = run(events, shop, asked, isIn);
  const ruled = ['ItemDeposited', 'ItemDepositEdited', 'FindingsSaved', 'OutcomeRecorded'];
  const isRuled = ({ event }: ByRule) => {
    const data: Data = event.data;
    const isFree = event.type !== 'OutcomeRecorded' || ['unrepaired', 'counterfeit'].includes(data.outcome);
    return ruled.includes(event.type) && isFree && isIn(data.at ?? data.createdAt);
  };
  return {
    hasDecision: events.some(isRuled),
    isLinked: first.linkedFrom !== null,
    inWarranty: [real.inWarranty, changed.inWarranty],
    due: [real.due, changed.due],
    marks: rawMarks(events, asked),
  };
}

function run(
  events: readonly ByRule[],
  shop: RawShop,
  { change }: RawAsked,
  isChanged: (at: string) => boolean,
): Run {
  const first: Data = events[0]?.event.data;
  const state: Run = {
    due: 0,
    agreed: 0,
    byHand: false,
    waived: false,
    inWarranty: false,
    subs: null,
    cause: null,
    total180: 0,
  };
  const isLinked = first.linkedFrom !== null;
  const priceOf = (subs: readonly number[], by: RuleChange | null) => {
    let sum = 0;
    for (const id of new Set(subs)) {
      const own = by?.fees.findLast((fee) => fee.subReasonId === id && fee.country === shop.country);
      const listed = shop.prices.get(id);
      if (own) sum += own.amount;
      else if (listed !== undefined) sum += Math.round((listed * (100 + (by?.feesPercent ?? 0))) / 100);
    }
    return sum;
  };
  for (const { event } of events) {
    const data: Data = event.data;
    const by = isChanged(data.at ?? data.createdAt) ? change : null;
    if (event.type === 'ItemDeposited' || event.type === 'ItemDepositEdited') {
      const { warranty } = data;
      const months = (by?.warrantyYears ?? 2) * 12 + (warranty.extended ? (by?.extendedMonths ?? 12) : 0);
      const until = monthsLater(data.purchase.purchaseDate, months);
      const byRule = dayIn(first.createdAt, shop.zone) < until;
      state.inWarranty = isLinked ? warranty.inWarranty : (warranty.override?.inWarranty ?? byRule);
      state.total180 = data.total180;
      const subs = data.subReasons.map((sub: Data) => sub.id);
      const named: number = data.agreedFee?.amount ?? 0;
      const [was, is] = [priceOf(subs, null), priceOf(subs, by)];
      const isDiscount = !warranty.inWarranty && named < was;
      const atLeast = state.inWarranty || isDiscount ? named : Math.max(named, is);
      state.agreed = named === was ? (is === 0 ? (was === 0 ? named : 0) : is) : atLeast;
      const due = isLinked || state.inWarranty ? 0 : state.agreed;
      if (!state.waived) {
        state.due = due;
        state.byHand = false;
      }
    }
    if (event.type === 'WaiverDecided' && data.decision === 11) {
      state.waived = true;
      state.due = 0;
    }
    if (event.type === 'FeeQuoted' && data.because === 'override') {
      state.due = data.fee.amount;
      state.byHand = true;
    }
    if (event.type === 'OutcomeRecorded' && ['unrepaired', 'counterfeit'].includes(data.outcome)) {
      if (state.due !== 0) state.byHand = false;
      state.due = 0;
    }
    if (event.type === 'FindingsSaved') {
      const { findings } = data;
      const locked = state.total180 > 2 ? 'SAV Repair Issue' : state.inWarranty ? null : 'Expire Warranty';
      const kept =
        state.cause !== null && FREE_CHOICES.includes(state.cause) ? state.cause : 'Production Issue';
      state.cause = locked ?? (FREE_CHOICES.includes(findings.primaryCause) ? findings.primaryCause : kept);
      const charged: readonly string[] = by?.charged ?? ['Customers Issue', 'Expire Warranty'];
      const ids: number[] = findings.subReasons.map((sub: Data) => sub.id);
      const subs = [...new Set(ids)].toSorted((a, b) => a - b).join();
      const price = priceOf(ids, by);
      const isOther = subs !== (state.subs ?? '');
      let due = state.due;
      if (!state.waived) {
        if (isLinked || !charged.includes(state.cause ?? '')) due = 0;
        else if (state.byHand && !(price > 0 && isOther)) due = state.due;
        else if (price > 0) due = price;
        else due = state.due > 0 ? state.due : state.agreed;
      }
      if (due !== state.due) state.byHand = false;
      state.due = due;
      state.subs = subs;
    }
  }
  return state;
}

/** Every stretch in status 1 or 15, against the hours allowed at each time of the period. */
function rawMarks(events: readonly ByRule[], asked: RawAsked): RawVerdict['marks'] {
  const { period, moment, now, change, limits } = asked;
  const end = Date.parse(moment?.asOf ?? now.toISOString());
  const stretches: { status: number; entered: number; from: number; until: number }[] = [];
  for (const { event, trueFrom } of events) {
    const data: Data = event.data;
    const moved = event.type === 'ItemStatusChanged';
    if (event.type !== 'ItemDeposited' && !moved) continue;
    const last = stretches.at(-1);
    if (last !== undefined) last.until = Date.parse(trueFrom);
    const entered = Date.parse(moved ? data.enteredAt : data.createdAt);
    stretches.push({ status: moved ? data.to : 1, entered, from: Date.parse(trueFrom), until: end });
  }
  const [from, until] = [Date.parse(period.from), Date.parse(period.to) + DAY];
  const isOver = (each: (typeof stretches)[number], hoursOf: (limit: RawLimits[number]) => number) =>
    limits.some((limit, index) => {
      const over = each.entered + hoursOf(limit) * 3_600_000;
      const begins = Math.max(over, each.from, limit.from, from);
      return begins < Math.min(each.until, limits[index + 1]?.from ?? Infinity, until);
    });
  return [Status.Created, Status.ShopReceived].map((status) => {
    const own = stretches.filter((each) => each.status === status);
    const was = (limit: RawLimits[number]) => (status === Status.Created ? limit.ready : limit.waiting);
    const given =
      status === Status.Created
        ? change.readyHours
        : change.waitingDays === null
          ? null
          : change.waitingDays * 24;
    return [
      status,
      own.some((each) => isOver(each, was)),
      own.some((each) => isOver(each, (limit) => given ?? was(limit))),
    ] as const;
  });
}
