import type { RuleChange } from '@atelier/domain/processes/what-if/rules.ts';
import { NO_CHANGE } from '@atelier/domain/processes/what-if/testing-no-change.ts';
import { QUALITY_CAUSES } from '@atelier/domain/shared/item-facts.ts';
import { policyTimeline } from '@atelier/domain/system/config.ts';
import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';
import { readConfig } from '../system/policy-source.queries.ts';
import { ruleDecisionsProjection } from './rule-decisions.projection.ts';
import { stageStaysProjection } from './stage-stays.projection.ts';
import type { RawLog } from './testing-raw-figures.ts';
import { readItems } from './testing-raw-moves.ts';
import { rawVerdict, type RawAsked, type RawLimits, type RawShop } from './testing-raw-rules.ts';
import { whatIf, type WhatIfAsked } from './what-if.queries.ts';

const DAY_MS = 86_400_000;
const random = seeded(57);
const pick = <T>(list: readonly T[]): T => {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('an empty list');
  return value;
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const ago = (days: number): string => new Date(TEST_NOW.getTime() - days * DAY_MS).toISOString();

let world: World;
let log: RawLog;
let shops: ReadonlyMap<number, RawShop>;
let timeline: WhatIfAsked['timeline'];

/** Since 100 days a week at the shop is five days, and since 60 days 72 hours are 48. */
const LIMITS: RawLimits = [
  { from: -Infinity, ready: 72, waiting: 168 },
  { from: Date.parse(ago(100)), ready: 72, waiting: 120 },
  { from: Date.parse(ago(60)), ready: 48, waiting: 120 },
];

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 1_500, masterKey: TEST_KEY });
  world = await worldOn(database);
  await configure();
  await world.settle([ruleDecisionsProjection, stageStaysProjection]);
  log = await readItems(world);
  shops = await readRawShops();
  timeline = policyTimeline(await readConfig(world.store));
});
afterAll(() => world.close());

async function configure(): Promise<void> {
  const by = { userId: null, workerId: null };
  const change = (number: number, key: string, value: number, effectiveAt: string) => ({
    type: 'ConfigValueChanged',
    data: { change: number, key, value, previous: 0, effectiveAt, reason: 'tried', at: effectiveAt, by },
  });
  const events = [
    change(1, 'waiting_over_days', 5, ago(100)),
    change(2, 'ready_to_ship_over_hours', 48, ago(60)),
  ];
  await world.store.append({
    streams: [{ streamId: 'system-config', expectedVersion: 0, events }],
    metadata: testMetadata,
  });
}

async function readRawShops(): Promise<ReadonlyMap<number, RawShop>> {
  const sites = await world.projector.selectFrom('sites').selectAll().execute();
  const fees = await world.projector.selectFrom('repair_fees').selectAll().execute();
  return new Map(
    sites.map(({ id, country, currency, time_zone: zone }) => {
      const own = fees.filter((fee) => fee.country === country && fee.currency === currency);
      const prices = new Map(own.map((fee) => [fee.sub_reason_id, fee.amount]));
      return [id, { country, zone, prices }];
    }),
  );
}

const YEAR = { from: day(TEST_NOW.getTime() - 365 * DAY_MS), to: day(TEST_NOW.getTime()) };
const asked = (more: Partial<WhatIfAsked> = {}): WhatIfAsked => ({
  place: {},
  period: YEAR,
  moment: null,
  now: TEST_NOW,
  change: NO_CHANGE,
  timeline,
  page: 1,
  pageSize: 100_000,
  ...more,
});
const ask = (more: Partial<WhatIfAsked> = {}) =>
  world.asked({ kind: 'all' }, (trx) => whatIf(trx, asked(more)));

function change(): RuleChange {
  const maybe = <T>(share: number, make: () => T): T | null => (random() < share ? make() : null);
  const shop = pick([...shops.values()].filter(({ prices }) => prices.size > 0));
  const fee = () => ({
    subReasonId: pick([...shop.prices.keys()]),
    country: shop.country,
    amount: pick([0, 1, 5_000, 40_000]),
  });
  return {
    warrantyYears: maybe(0.4, () => pick([0, 1, 2, 3, 5])),
    extendedMonths: maybe(0.3, () => pick([0, 6, 12, 24])),
    charged: maybe(0.3, () => QUALITY_CAUSES.filter(() => random() < 0.4)),
    feesPercent: maybe(0.3, () => pick([-100, -15, 10, 33])),
    fees: random() < 0.4 ? [fee(), fee()] : [],
    readyHours: maybe(0.3, () => pick([24, 48, 72, 200])),
    waitingDays: maybe(0.3, () => pick([2, 5, 7, 30])),
  };
}

function question(): Partial<WhatIfAsked> {
  const begins = TEST_NOW.getTime() - Math.floor(random() * 500) * DAY_MS;
  const period = { from: day(begins), to: day(begins + Math.floor(random() * 300) * DAY_MS) };
  const at = new Date(TEST_NOW.getTime() - Math.floor(random() * 300 * DAY_MS)).toISOString();
  const moment = pick([null, null, { asOf: at, knownAt: null }, { asOf: at, knownAt: at }]);
  const place = pick([{}, {}, { shopId: pick([...shops.keys()]) }, { country: pick(['FR', 'CN', 'JP']) }]);
  return { period, moment, place, change: change() };
}

const isPlaced = (storeId: number, { shopId, country }: WhatIfAsked['place']): boolean =>
  (shopId === undefined || shopId === storeId) &&
  (country === undefined || shops.get(storeId)?.country === country);

interface Line {
  readonly id: number;
  readonly inWarranty: readonly [boolean, boolean] | null;
  readonly due: readonly [number, number] | null;
  readonly marks: readonly (readonly [number, boolean, boolean])[];
}

/** What differs, from the events of the log alone. */
function recount(given: WhatIfAsked): { readonly pieces: number; readonly lines: Line[] } {
  let pieces = 0;
  const lines = [...log].flatMap(([id, events]): Line | readonly Line[] => {
    const data: { storeId?: number } = events[0]?.event.data ?? {};
    const shop = shops.get(data.storeId ?? 0);
    if (shop === undefined || !isPlaced(data.storeId ?? 0, given.place)) return [];
    const raw: RawAsked = { ...given, limits: LIMITS };
    const found = rawVerdict(events, shop, raw);
    if (found === null) return [];
    if (found.hasDecision) pieces += 1;
    const isDecided = found.hasDecision && !found.isLinked;
    const turned = isDecided && found.inWarranty[0] !== found.inWarranty[1];
    const charged = isDecided && found.due[0] !== found.due[1];
    const hasLimits = given.change.readyHours !== null || given.change.waitingDays !== null;
    const marks = hasLimits ? found.marks.filter(([, was, is]) => was !== is) : [];
    if (!turned && !charged && marks.length === 0) return [];
    return { id, inWarranty: turned ? found.inWarranty : null, due: charged ? found.due : null, marks };
  });
  return { pieces, lines: lines.flat().toSorted((a, b) => a.id - b.id) };
}

const linesOf = (rows: Awaited<ReturnType<typeof ask>>['view']['rows']): Line[] =>
  rows
    .map(({ item_id: id, in_warranty: warranty, fee, marks }) => ({
      id,
      inWarranty: warranty && ([warranty.before, warranty.after] as const),
      due: fee && ([fee.before, fee.after] as const),
      marks: marks.map(({ rma_status_id: status, before, after }) => [status, before, after] as const),
    }))
    .toSorted((a, b) => a.id - b.id);

describe('a year decided again (product/insight.md §9)', () => {
  it('comes out as it did under the rules in force then', async () => {
    const { view, total } = await ask();
    expect(view.check.undecided.filter(({ cause }) => cause !== 'linked')).toEqual([]);
    expect(view.check.decided).toBeGreaterThan(1_500);
    expect(view.check.same).toBe(view.check.decided);
    expect([total, view.sums.pieces, view.shops, view.rows]).toEqual([0, 0, [], []]);
  });

  it('differs in exactly the pieces that the raw events say, whatever is changed, and as of any moment', async () => {
    const found = { warranty: 0, fee: 0, marks: 0 };
    for (let round = 0; round < 40; round += 1) {
      const given = asked(question());
      const { view, total } = await ask(given);
      const { pieces, lines } = recount(given);
      expect(linesOf(view.rows), JSON.stringify(given.change)).toEqual(lines);
      expect([view.check.pieces, total, view.sums.pieces]).toEqual([pieces, lines.length, lines.length]);
      for (const { inWarranty, due, marks } of lines) {
        found.warranty += inWarranty ? 1 : 0;
        found.fee += due ? 1 : 0;
        found.marks += marks.length;
      }
    }
    expect(Math.min(found.warranty, found.fee, found.marks)).toBeGreaterThan(300);
  });

  it('adds up by currency, shop and country what the list holds', async () => {
    const { view } = await ask({ change: { ...NO_CHANGE, warrantyYears: 1, feesPercent: 10 } });
    const fees = new Map<string, number>();
    for (const { currency, fee } of view.rows)
      if (fee) fees.set(currency, (fees.get(currency) ?? 0) + fee.after - fee.before);
    const more = (sums: typeof view.sums) =>
      new Map(sums.fees.map((sum) => [sum.currency, sum.after - sum.before]));
    expect(more(view.sums)).toEqual(fees);
    for (const part of [view.shops, view.countries]) {
      expect(part.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(view.sums.pieces);
      expect(part.reduce((sum, each) => sum + each.out_of_warranty, 0)).toBe(view.sums.out_of_warranty);
    }
    expect(view.sums.out_of_warranty).toBeGreaterThan(10);
    expect(view.sums.into_warranty).toBe(0);
  });

  it('lists a page, and one kind of difference alone', async () => {
    const given = { change: { ...NO_CHANGE, warrantyYears: 3 } };
    const all = await ask(given);
    const page = await ask({ ...given, page: 2, pageSize: 10 });
    expect(page.view.rows).toEqual(all.view.rows.slice(10, 20));
    expect(page.total).toBe(all.total);
    const turned = await ask({ ...given, kind: 'warranty' });
    expect(turned.total).toBe(all.view.sums.into_warranty);
    expect(turned.view.rows.every(({ in_warranty: verdict }) => verdict?.after)).toBe(true);
  });

  it('is empty for a caller who does not see every piece', async () => {
    const given = asked({ change: { ...NO_CHANGE, warrantyYears: 1 } });
    const seen = await world.asked({ kind: 'store', siteId: 1 }, (trx) => whatIf(trx, given));
    expect([seen.view.check.pieces, seen.total]).toEqual([0, 0]);
  });
});
