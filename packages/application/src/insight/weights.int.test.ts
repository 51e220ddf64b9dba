import { movedBy, spanOf } from '@atelier/domain/insight/periods.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { itemAggregate } from '../aggregates.ts';
import { placedByRule, type ByRule } from '../audit/testing-by-rule.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';
import { differenceOfRaw, isRawSeen, rawIntervals, type RawInterval } from './testing-raw-weights.ts';
import { weightIntervalsProjection } from './weight-intervals.projection.ts';
import { goldBalance, listIntervals, type WeightsAsked } from './weights.queries.ts';

const DAY_MS = 86_400_000;
const random = seeded(53);
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

let world: World;
let log: ReadonlyMap<number, readonly ByRule[]>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 900, masterKey: TEST_KEY });
  world = await worldOn(database);
  for (const id of await itemIds()) if (random() < 0.25) await sayMore(id);
  await world.settle([weightIntervalsProjection]);
  log = await readItems();
});
afterAll(() => world.close());

async function itemIds(): Promise<readonly number[]> {
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await owner.query<{ stream_id: string }>(
    `select stream_id from streams where stream_id like 'item-%' order by stream_id`,
  );
  await owner.end();
  return rows.map(({ stream_id: id }) => Number(id.slice(5)));
}

async function readItems(): Promise<ReadonlyMap<number, readonly ByRule[]>> {
  const placed = new Map<number, readonly ByRule[]>();
  for (const id of await itemIds())
    placed.set(id, placedByRule((await world.store.readStream(`item-${id}`)).events));
  return placed;
}

/** What the demo does not tell: a weight said again, parts corrected or without a weight, differences explained. */
async function sayMore(id: number): Promise<void> {
  const { events } = await world.store.readStream(`item-${id}`);
  const state = itemAggregate.stateOf(events);
  if (state.kind !== 'item' || state.work.weighings === 0) return;
  const by = { userId: null, workerId: null };
  const weights = { customerRef: state.customerRef, status: state.status, stoneCount: null, photos: [] };
  const [last, parts] = [state.work.measurements.weightMg ?? 4_000, state.work.parts.length];
  const line = { kind: 'metal', code: '18K', pieces: null, weightMg: 300 } as const;
  const counted = { kind: 'stone', code: 'D-1', pieces: 2, weightMg: null } as const;
  const used = { status: state.status, by };
  const told: readonly { readonly type: ItemEvent['type']; readonly data: object }[] = [
    { type: 'MeasurementsRecorded', data: { ...weights, weightMg: last * 10, siteId: 31, toleranceMg: 5 } },
    { type: 'MeasurementsRecorded', data: { ...weights, weightMg: last - 40, replaces: true, scrapMg: 30 } },
    { type: 'PartsUsed', data: { ...used, record: parts + 1, corrects: null, lines: [line] } },
    { type: 'MeasurementsRecorded', data: { ...weights, weightMg: last, toleranceMg: 60, lossMg: 3 } },
    {
      type: 'PartsUsed',
      data: { ...used, record: parts + 2, corrects: parts + 1, lines: [{ ...line, weightMg: 30 }] },
    },
    { type: 'PartsUsed', data: { ...used, record: parts + 3, corrects: null, lines: [counted] } },
    { type: 'MeasurementsRecorded', data: { ...weights, weightMg: last + 90 } },
    {
      type: 'WeightDifferenceExplained',
      data: { weighing: state.work.weighings + 1, explanation: 'scale', note: null, by },
    },
  ];
  const begun = Math.max(Date.parse(events.at(-1)?.recordedAt ?? ''), TEST_NOW.getTime() - 40 * DAY_MS);
  for (const [index, event] of told.slice(0, 3 + Math.floor(random() * 6)).entries()) {
    const at = new Date(begun + index * 3_600_000).toISOString();
    const said = [{ type: event.type, data: { ...event.data, at } }];
    const streams = [{ streamId: `item-${id}`, expectedVersion: events.length + index, events: said }];
    await world.store.append({ streams, metadata: testMetadata });
  }
}

const SCOPES: readonly DataScope[] = [
  { kind: 'all' },
  { kind: 'all' },
  { kind: 'store', siteId: 1 },
  { kind: 'site', siteId: 31 },
  { kind: 'site', siteId: 32 },
  { kind: 'site', siteId: 20 },
];

function question(): { readonly scope: DataScope; readonly asked: WeightsAsked } {
  const to = TEST_NOW.getTime() - Math.floor(random() * 200 - 30) * DAY_MS;
  const period = { from: day(to - Math.floor(random() * 300) * DAY_MS), to: day(to) };
  const asOf = new Date(TEST_NOW.getTime() - Math.floor(random() * 200 * DAY_MS)).toISOString();
  const moment = random() < 0.5 ? null : { asOf, knownAt: random() < 0.5 ? asOf : null };
  const scope = SCOPES[Math.floor(random() * SCOPES.length)] ?? { kind: 'all' };
  return { scope, asked: { period, moment, ...(random() < 0.3 && { siteId: random() < 0.5 ? 31 : 32 }) } };
}

function recount(asked: WeightsAsked, scope: DataScope): RawInterval[] {
  const { from, until } = spanOf(asked.period);
  return [...log.values()].flatMap((placed) => {
    const state = itemAggregate.stateOf(placed.map(({ event }) => event));
    return rawIntervals(placed, asked).filter(
      (one) =>
        Date.parse(one.closedAt) >= Date.parse(from) &&
        Date.parse(one.closedAt) < Date.parse(until) &&
        (asked.siteId === undefined || one.site === asked.siteId) &&
        state.kind === 'item' &&
        isRawSeen(one, state, scope),
    );
  });
}

const sumOf = (intervals: readonly RawInterval[], of: (one: RawInterval) => number): number =>
  intervals.reduce((sum, one) => sum + of(one), 0);

const isBeyond = (one: RawInterval): boolean =>
  one.isJudged && Math.abs(differenceOfRaw(one)) > one.toleranceMg;

it('adds up to the milligram with a recount of the raw events, by site, bench and month at 40 moments', async () => {
  let counted = 0;
  for (let round = 0; round < 40; round += 1) {
    const { scope, asked } = question();
    const rows = await world.asked(scope, (trx) => goldBalance(trx, asked));
    const groups = Map.groupBy(recount(asked, scope), ({ site, place, status, month }) =>
      [site, place, status, month].join(),
    );
    const shown = new Map(
      rows.map(({ site: _, site_id, place, rma_status_id, month, ...sums }) => [
        [site_id, place, rma_status_id, month].join(),
        sums,
      ]),
    );
    expect([round, ...[...shown.keys()].toSorted()]).toEqual([round, ...[...groups.keys()].toSorted()]);
    for (const [key, intervals] of groups) {
      expect([round, key, shown.get(key)]).toEqual([
        round,
        key,
        {
          intervals: intervals.length,
          in_mg: sumOf(intervals, ({ inMg }) => inMg),
          added_mg: sumOf(intervals, ({ addedMg }) => addedMg),
          out_mg: sumOf(intervals, ({ outMg }) => outMg),
          scrap_mg: sumOf(intervals, ({ scrapMg }) => scrapMg),
          loss_mg: sumOf(intervals, ({ lossMg }) => lossMg),
          difference_mg: sumOf(intervals, differenceOfRaw),
          beyond: intervals.filter(isBeyond).length,
          unexplained: intervals.filter((one) => isBeyond(one) && !one.isExplained).length,
          unjudged: intervals.filter((one) => !one.isJudged).length,
        },
      ]);
      counted += intervals.length;
    }
  }
  expect(counted).toBeGreaterThan(5_000);
});

it('lists what is beyond tolerance with its pieces, the largest first, and every mark its own', async () => {
  const period = { from: '2024-01-01', to: movedBy({ from: '2026-12-31', to: '2026-12-31' }, 0).to };
  const asked: WeightsAsked = { period, moment: null };
  const all: DataScope = { kind: 'all' };
  const raw = recount(asked, all).filter(isBeyond);
  const { rows, total } = await world.asked(all, (trx) =>
    listIntervals(trx, { asked, mark: { verdict: 'beyond' }, page: 1, pageSize: 100 }),
  );
  expect(total).toBe(raw.length);
  expect(total).toBeGreaterThan(20);
  const largest = raw.map((one) => Math.abs(differenceOfRaw(one))).toSorted((a, b) => b - a);
  expect(rows.map((row) => Math.abs(row.difference_mg))).toEqual(largest.slice(0, 100));
  expect(rows.every(({ spans, number }) => spans.length > 0 && number !== '')).toBe(true);
  const { total: setting } = await world.asked(all, (trx) =>
    listIntervals(trx, {
      asked,
      mark: { place: 'bench', status: Status.AssemblySettingStone },
      page: 1,
      pageSize: 1,
    }),
  );
  expect(setting).toBe(
    recount(asked, all).filter(({ status }) => status === Status.AssemblySettingStone).length,
  );
});
