import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../policy.ts';
import type { ItemEvent } from '../../repair/item/events.ts';
import type { QualityCause } from '../../shared/item-facts.ts';
import { comparePiece, type Compared } from './compare.ts';
import { wasMarked, wouldBeMarked } from './marks.ts';
import { evolveDecisions, type PieceDecisions } from './piece-decisions.ts';
import { priceHistory } from './price-history.ts';
import { createRuleBook, listAt } from './rule-book.ts';
import { settingOf } from '../../system/settings.ts';
import { RULE_RANGES, type RuleChange } from './rules.ts';
import { NO_CHANGE } from './testing-no-change.ts';

const PARIS = { country: 'FR', currency: 'EUR' };
const by = { userId: 1, workerId: null };
const timeline = [{ fromMs: -Infinity, policy: DEFAULT_POLICY }];
const prices = priceHistory([{ subReasonId: 101, ...PARIS, amount: 8_000 }], [], null);
const period = { from: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };
const EUR = (amount: number) => ({ amount, currency: 'EUR' });

interface Counter {
  readonly bought: string;
  readonly until?: string;
  readonly inWarranty?: boolean;
  readonly extended?: boolean;
  readonly agreed?: number;
  readonly override?: boolean;
  readonly at?: string;
  readonly version?: number;
}

function deposit(given: Counter): ItemEvent {
  const { bought, inWarranty = true, extended = false, agreed = 0, override, version = 1 } = given;
  const until = given.until ?? `${Number(bought.slice(0, 4)) + (extended ? 3 : 2)}${bought.slice(4)}`;
  const data = {
    storeId: 1,
    linkedFrom: null,
    purchase: { purchaseDate: bought },
    warranty: {
      inWarranty,
      until,
      policyVersion: version,
      extended,
      override: override === undefined ? null : { inWarranty: override, reason: 'told' },
    },
    fee: EUR(inWarranty ? 0 : agreed),
    agreedFee: agreed === 0 ? null : EUR(agreed),
    subReasons: [{ id: 101, reasonId: 1 }],
    total180: 0,
    createdAt: given.at ?? '2026-05-10T09:00:00.000Z',
    by,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what else a deposit says decides nothing here
  return { type: 'ItemDeposited', data } as unknown as ItemEvent;
}

function found(primaryCause: QualityCause, at = '2026-05-12T09:00:00.000Z'): ItemEvent {
  const subReasons = [{ id: 101, reasonId: 1 }];
  const findings = { reasonIds: [1], subReasons, causes: [primaryCause], primaryCause };
  return {
    type: 'FindingsSaved',
    data: { findings: { ...findings, originalFactory: 'SAV', qualityIssue: false }, at, by },
  };
}

const quoted = (amount: number, because: 'findings' | 'outcome' | 'override'): ItemEvent => ({
  type: 'FeeQuoted',
  data: { fee: EUR(amount), because, reason: null, policyVersion: 1, at: '2026-05-12T09:00:00.000Z', by },
});

function fold(events: readonly ItemEvent[]): PieceDecisions {
  const piece = events.reduce<PieceDecisions | undefined>(evolveDecisions, undefined);
  if (piece === undefined) throw new Error('never deposited');
  return piece;
}

function decide(events: readonly ItemEvent[], change: Partial<RuleChange> = {}, depositDay = '2026-05-10') {
  const book = createRuleBook({ timeline, prices, change: { ...NO_CHANGE, ...change }, period });
  return comparePiece({ piece: fold(events), depositDay, shop: PARIS, book });
}

const verdict = (compared: Compared | null) => compared && [compared.undecided, compared.inWarranty.after];
const due = (compared: Compared | null) => compared && [compared.due.before, compared.due.after];

describe('the warranty', () => {
  it('ends on the first day outside, to the day', () => {
    expect(verdict(decide([deposit({ bought: '2025-05-10' })], { warrantyYears: 1 }))).toEqual([null, false]);
    expect(verdict(decide([deposit({ bought: '2025-05-11' })], { warrantyYears: 1 }))).toEqual([null, true]);
  });

  it('is lengthened only where a proof was shown, and an override holds against every rule', () => {
    const extended = deposit({ bought: '2023-05-11', extended: true });
    expect(verdict(decide([extended], { extendedMonths: 11 }))).toEqual([null, false]);
    expect(verdict(decide([deposit({ bought: '2024-05-11' })], { extendedMonths: 0 }))).toEqual([null, true]);
    const kept = deposit({ bought: '2020-01-01', inWarranty: true, override: true });
    expect(verdict(decide([kept], { warrantyYears: 0 }))).toEqual([null, true]);
  });

  it('makes the amount due that was agreed, and a piece without one has the listed price', () => {
    const shorter = { warrantyYears: 1 };
    expect(due(decide([deposit({ bought: '2024-12-01', agreed: 9_500 })], shorter))).toEqual([0, 9_500]);
    expect(due(decide([deposit({ bought: '2024-12-01' })], shorter))).toEqual([0, 8_000]);
    const out = deposit({ bought: '2023-12-01', inWarranty: false, agreed: 8_000 });
    expect(due(decide([out], { warrantyYears: 3 }))).toEqual([8_000, 0]);
  });
});

describe('the fee', () => {
  const charged = [
    deposit({ bought: '2025-12-01', agreed: 8_000 }),
    found('Customers Issue'),
    quoted(8_000, 'findings'),
  ];

  it('follows cause and list, and what was due stays due where the cause is free to choose again', () => {
    expect(due(decide(charged))).toEqual([8_000, 8_000]);
    expect(due(decide(charged, { charged: ['Expire Warranty'] }))).toEqual([8_000, 0]);
    expect(due(decide(charged, { feesPercent: 10 }))).toEqual([8_000, 8_800]);
    const fees = [{ subReasonId: 101, country: 'FR', amount: 1 }];
    expect(due(decide(charged, { fees }))).toEqual([8_000, 1]);
    expect(due(decide(charged, { fees: [{ subReasonId: 101, country: 'JP', amount: 1 }] }))).toEqual([
      8_000, 8_000,
    ]);
  });

  it('is locked to an expired warranty where the warranty would have expired, and free where it would not', () => {
    const production = [deposit({ bought: '2024-12-01', agreed: 8_000 }), found('Production Issue')];
    const now = decide(production, { warrantyYears: 1 });
    expect([due(now), now?.cause]).toEqual([
      [0, 8_000],
      { before: 'Production Issue', after: 'Expire Warranty' },
    ]);
    const expired = [
      deposit({ bought: '2023-12-01', inWarranty: false, agreed: 8_000 }),
      found('Expire Warranty'),
    ];
    const longer = decide(expired, { warrantyYears: 3 });
    expect([due(longer), longer?.cause.after]).toEqual([[8_000, 0], 'Production Issue']);
  });

  it('by hand holds, a waiver makes it nothing, and a piece without a repair costs nothing', () => {
    const byHand = [...charged, quoted(3_000, 'override')];
    expect(due(decide(byHand, { feesPercent: 50 }))).toEqual([3_000, 3_000]);
    const waiver: ItemEvent = {
      type: 'WaiverDecided',
      data: { decision: 11, reason: null, at: '2026-05-13T09:00:00.000Z', by },
    };
    expect(due(decide([...charged, waiver], { feesPercent: 50 }))).toEqual([0, 0]);
    const outcome: ItemEvent = {
      type: 'OutcomeRecorded',
      data: { outcome: 'unrepaired', reason: null, at: '2026-05-13T09:00:00.000Z', by },
    };
    expect(due(decide([...charged, outcome, quoted(0, 'outcome')], { feesPercent: 50 }))).toEqual([0, 0]);
  });

  it('at the counter follows the list, is raised to it, and stays where it was a discount', () => {
    const out = (agreed: number) => [deposit({ bought: '2020-01-01', inWarranty: false, agreed })];
    expect(due(decide(out(8_000), { feesPercent: -50 }))).toEqual([8_000, 4_000]);
    expect(due(decide(out(9_000), { feesPercent: 50 }))).toEqual([9_000, 12_000]);
    expect(due(decide(out(9_000), { feesPercent: -50 }))).toEqual([9_000, 9_000]);
    expect(due(decide(out(7_000), { feesPercent: 50 }))).toEqual([7_000, 7_000]);
  });
});

describe('what is decided again', () => {
  it('lies in the period; a decision outside keeps its rules', () => {
    expect(decide([deposit({ bought: '2025-01-01', at: '2025-12-31T23:59:59.999Z' })])).toBeNull();
    const before = deposit({ bought: '2024-12-01', agreed: 8_000, at: '2025-12-31T23:59:59.999Z' });
    const both = decide([before, found('Customers Issue'), quoted(8_000, 'findings')], {
      warrantyYears: 0,
      feesPercent: 10,
    });
    expect([both?.decided, both?.inWarranty.after, due(both)]).toEqual([1, true, [8_000, 8_800]]);
  });

  it('comes out as it was, or the piece is left out with its cause', () => {
    expect(decide([deposit({ bought: '2025-01-01' })])).toMatchObject({
      decided: 1,
      same: 1,
      undecided: null,
    });
    const why = (given: Partial<Counter>) => decide([deposit({ bought: '2025-01-01', ...given })])?.undecided;
    expect(why({ inWarranty: false })).toBe('unlike');
    expect(why({ version: 7 })).toBe('rules');
    expect(why({ bought: '', until: '2027-01-01' })).toBe('inputs');
    const piece = fold([deposit({ bought: '2025-01-01' })]);
    const book = createRuleBook({ timeline, prices, change: NO_CHANGE, period });
    const asked = { piece, depositDay: '2026-05-10', shop: PARIS, book };
    expect(comparePiece({ ...asked, shop: undefined })?.undecided).toBe('shop');
    expect(comparePiece({ ...asked, shop: { ...PARIS, currency: 'USD' } })?.undecided).toBe('currency');
    expect(comparePiece({ ...asked, piece: { ...piece, isLinked: true } })?.undecided).toBe('linked');
  });

  it('takes prices as they were, and says where a file hides them', () => {
    const at = '2026-06-01T00:00:00.000Z';
    const changes = [{ column: 'amount', before: '60.00', after: '80.00' }];
    const row = { set: 'repair_fees', key: '101.FR.EUR', isNew: false, reason: 'dearer', by: null };
    const known = priceHistory(
      [{ subReasonId: 101, ...PARIS, amount: 8_000 }],
      [{ ...row, changes, at }],
      null,
    );
    expect(listAt(known, PARIS, Date.parse(at) - 1).get(101)).toBe(6_000);
    expect(listAt(known, PARIS, Date.parse(at)).get(101)).toBe(8_000);
    const isNew = [{ column: 'amount', before: null, after: '80.00' }];
    const added = priceHistory(
      [{ subReasonId: 101, ...PARIS, amount: 8_000 }],
      [{ ...row, changes: isNew, at }],
      null,
    );
    expect(listAt(added, PARIS, 0).size).toBe(0);
    const other = [deposit({ bought: '2025-12-01' }), found('Customers Issue'), quoted(7_777, 'findings')];
    const imported = priceHistory([{ subReasonId: 101, ...PARIS, amount: 8_000 }], [], at);
    const book = createRuleBook({ timeline, prices: imported, change: NO_CHANGE, period });
    const piece = fold(other);
    expect(comparePiece({ piece, depositDay: '2026-05-10', shop: PARIS, book })?.undecided).toBe('list');
    expect(decide(other)?.undecided).toBe('unlike');
  });
});

describe('the marks', () => {
  const HOUR = 3_600_000;
  const entered = Date.parse('2026-03-02T00:00:00.000Z');
  const stay = (hours: number, status: 1 | 15 = 1) => ({
    status,
    enteredAt: new Date(entered).toISOString(),
    from: new Date(entered).toISOString(),
    until: new Date(entered + hours * HOUR).toISOString(),
  });
  const marked = (hours: number, change: Partial<RuleChange>, status: 1 | 15 = 1) => [
    wasMarked(stay(hours, status), timeline, period),
    wouldBeMarked(stay(hours, status), timeline, { ...NO_CHANGE, ...change }, period),
  ];

  it('begin at the limit itself, and end with the stay', () => {
    expect(marked(72, { readyHours: 48 })).toEqual([false, true]);
    expect(marked(72.001, { readyHours: 73 })).toEqual([true, false]);
    expect(marked(169, { waitingDays: 8 }, 15)).toEqual([true, false]);
    expect(marked(100, { waitingDays: 4 }, 15)).toEqual([false, true]);
  });

  it('lie in the period, and follow the limit that was in force at each time', () => {
    const early = { from: '2026-01-01T00:00:00.000Z', until: '2026-03-05T00:00:00.000Z' };
    expect(wasMarked(stay(200), timeline, early)).toBe(false);
    const lowered = [
      ...timeline,
      { fromMs: entered + 60 * HOUR, policy: { ...DEFAULT_POLICY, readyToShipOverMs: 24 * HOUR } },
    ];
    expect(wasMarked(stay(60), lowered, period)).toBe(false);
    expect(wasMarked(stay(61), lowered, period)).toBe(true);
  });
});

it('offers the ranges that the configuration takes', () => {
  const range = (key: string) => [settingOf(key)?.min, settingOf(key)?.max];
  expect(range('warranty_years')).toEqual(RULE_RANGES.warrantyYears);
  expect(range('extended_warranty_months')).toEqual(RULE_RANGES.extendedMonths);
  expect(range('ready_to_ship_over_hours')).toEqual(RULE_RANGES.readyHours);
  expect(range('waiting_over_days')).toEqual(RULE_RANGES.waitingDays);
});
