import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { FLOW_STAGES } from '@atelier/domain/insight/factory-stages.ts';
import { spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { pauseReasonOf } from '@atelier/domain/repair/clock/waits.ts';
import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import { initialItem, type ItemState } from '@atelier/domain/repair/item/item.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import type { ByRule } from '../audit/testing-by-rule.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';
import { flowOf } from './flow.queries.ts';
import { qualityOf } from './quality.queries.ts';
import { stageAges } from './stage-ages.queries.ts';
import { stageStaysProjection } from './stage-stays.projection.ts';
import type { FlowAsked } from './stays.queries.ts';
import { quantile } from './testing-raw-figures.ts';
import { movesOf, readItems } from './testing-raw-moves.ts';
import { throughputOf } from './throughput.queries.ts';

const DAY_MS = 86_400_000;
const random = seeded(35);
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const ALL: DataScope = { kind: 'all' };

let world: World;
let log: ReadonlyMap<number, readonly ByRule[]>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 1_200, masterKey: TEST_KEY });
  world = await worldOn(database);
  await world.settle([stageStaysProjection]);
  log = await readItems(world);
});
afterAll(() => world.close());

/** Milliseconds of a stay in which the piece waited for others, minute by minute of its events. */
function waited(events: readonly ByRule[], entered: number, at: string): number {
  let state: ItemState = initialItem;
  let [since, sum] = [null as number | null, 0];
  const end = Date.parse(at);
  for (const { event: stored, trueFrom } of events) {
    const time = Math.min(Date.parse(trueFrom), end);
    if (Date.parse(trueFrom) > end) break;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams read are those of items
    state = evolveItem(state, stored as unknown as ItemEvent);
    const isWaiting = state.kind === 'item' && pauseReasonOf(state) !== null;
    if (since !== null && !isWaiting) sum += Math.max(0, time - Math.max(since, entered));
    since = isWaiting ? (since ?? time) : null;
  }
  return sum + (since === null ? 0 : Math.max(0, end - Math.max(since, entered)));
}

const isIn = (at: number, period: Period): boolean => {
  const { from, until } = spanOf(period);
  return at >= Date.parse(from) && at < Date.parse(until);
};

function question(): FlowAsked {
  const begins = TEST_NOW.getTime() - Math.floor(30 + random() * 400) * DAY_MS;
  const asOf = new Date(TEST_NOW.getTime() - Math.floor(random() * 300 * DAY_MS)).toISOString();
  return {
    siteId: random() < 0.6 ? 31 : 32,
    period: { from: day(begins), to: day(begins + Math.floor(random() * 60) * DAY_MS) },
    moment: random() < 0.4 ? null : { asOf, knownAt: random() < 0.5 ? asOf : null },
    now: TEST_NOW,
  };
}

const WHOLE: Period = { from: '2026-01-01', to: '2026-12-31' };
/** Site, days of the period, and days from its end to now: long ones with many workers, short ones with few. */
const SPREADS = [
  [31, 365, 0],
  [32, 365, 0],
  [31, 120, 30],
  [31, 14, 40],
  [31, 3, 60],
  [32, 21, 10],
] as const;
const WORKER_KEYS = new Set(['rma_status_id', 'spread', 'workers', 'p25', 'median', 'p75', 'null']);

/** By stage and worker: forward moves of the period, as each move's own event names its worker. */
function rawWorkers(asked: FlowAsked): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const stages = new Map<number, Map<number, number>>();
  for (const [item, events] of log)
    for (const { from, fromSite, kind, at } of movesOf(item, events, asked).moves) {
      if (fromSite !== asked.siteId || ['rework', 'recall'].includes(kind) || !isIn(at, asked.period))
        continue;
      const worker = events
        .map(({ event, trueFrom }) => ({ event, isThen: Date.parse(trueFrom) === at }))
        .find(({ event, isThen }) => isThen && event.type === 'ItemStatusChanged')?.event.metadata.worker?.id;
      if (worker === undefined) continue;
      const counts = stages.get(from) ?? new Map<number, number>();
      stages.set(from, counts.set(worker, (counts.get(worker) ?? 0) + 1));
    }
  return stages;
}

describe('the flow of a site', () => {
  it('equals a recount of the raw events at 50 random sites, periods and moments', async () => {
    let finishedInAll = 0;
    for (let round = 0; round < 50; round += 1) {
      const asked = question();
      const { siteId, period } = asked;
      const pieces = [...log].map(([item, events]) => movesOf(item, events, asked));
      const moves = pieces.flatMap((piece) => piece.moves).filter(({ at }) => isIn(at, period));
      const [flow, quality] = await world.asked(
        ALL,
        async (trx) => [await flowOf(trx, asked), await qualityOf(trx, asked)] as const,
      );
      const arrived = moves.filter(
        ({ site, fromSite, to }) =>
          site === siteId && fromSite !== siteId && FLOW_STAGES.some((it) => it === to),
      );
      const done = moves.filter(
        ({ site, to, from }) => site === siteId && to === Status.RepairDone && from !== Status.RepairDone,
      );
      expect([round, flow.arrived, flow.finished]).toEqual([round, arrived.length, done.length]);
      const back = moves.filter(
        ({ kind, fromSite }) => fromSite === siteId && ['rework', 'recall'].includes(kind),
      );
      expect(quality.sent_back.reduce((sum, { count }) => sum + count, 0)).toBe(back.length);
      for (const { day: shown, stages } of flow.days) {
        const ends = Date.parse(shown) + DAY_MS;
        const standing = pieces.flatMap(({ stays }) => {
          const last = stays.findLast(({ from }) => from < ends);
          return last?.site === siteId && FLOW_STAGES.some((it) => it === last.status) ? [last.status] : [];
        });
        const counted = stages.flatMap(({ rma_status_id, count }) =>
          Array.from({ length: count }, () => rma_status_id),
        );
        expect([round, shown, counted.toSorted((a, b) => a - b)]).toEqual([
          round,
          shown,
          standing.toSorted((a, b) => a - b),
        ]);
      }
      finishedInAll += done.length;
    }
    expect(finishedInAll).toBeGreaterThan(500);
  });

  it('says how long finished pieces had been there, and which QC passed them at once', async () => {
    const period = { from: day(TEST_NOW.getTime() - 200 * DAY_MS), to: day(TEST_NOW.getTime()) };
    const asked: FlowAsked = { siteId: 31, period, moment: null, now: TEST_NOW };
    const pieces = [...log].map(([item, events]) => movesOf(item, events, asked));
    const took = pieces.flatMap(({ moves }) =>
      moves
        .filter(
          ({ site, to, from, at }) =>
            site === 31 && to === Status.RepairDone && from !== Status.RepairDone && isIn(at, period),
        )
        .map((done) => {
          const came = moves.filter(
            ({ site, fromSite, at }) => site === 31 && fromSite !== 31 && at <= done.at,
          );
          return Math.floor((done.at - Math.max(...came.map(({ at }) => at))) / 1000);
        }),
    );
    const [flow, quality] = await world.asked(
      ALL,
      async (trx) => [await flowOf(trx, asked), await qualityOf(trx, asked)] as const,
    );
    expect(flow.median_seconds).toBe(quantile(took, 0.5));
    for (const { rma_status_id, passed, judged } of quality.first_pass) {
      const first = pieces.flatMap(({ moves }) =>
        moves.filter(({ from, fromSite }) => from === rma_status_id && fromSite === 31).slice(0, 1),
      );
      const inPeriod = first.filter(({ at }) => isIn(at, period));
      const on = inPeriod.filter(({ kind }) => !['rework', 'recall'].includes(kind));
      expect([rma_status_id, passed, judged]).toEqual([rma_status_id, on.length, inPeriod.length]);
    }
    expect(quality.first_pass.reduce((sum, { judged }) => sum + judged, 0)).toBeGreaterThan(20);
  });

  it.each([
    ['now', null],
    ['a month ago', { asOf: new Date(TEST_NOW.getTime() - 30 * DAY_MS).toISOString(), knownAt: null }],
  ])('names the pieces of each stage, the longest clock first, %s', async (_, moment) => {
    const asked: FlowAsked = {
      siteId: 31,
      period: { from: '2026-01-01', to: '2026-12-31' },
      moment,
      now: TEST_NOW,
    };
    const at = moment?.asOf ?? TEST_NOW.toISOString();
    const context = { stages: {}, store: world.store, scope: ALL };
    const stages = await world.asked(ALL, (trx) => stageAges(trx, asked, context));
    expect(stages.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(10);
    const held = [...log].map(([item, events]) => ({
      item,
      last: movesOf(item, events, asked).stays.at(-1),
    }));
    for (const { rma_status_id, count, pieces } of stages) {
      const own = held.filter(({ last }) => last?.site === 31 && last.status === rma_status_id);
      expect(count).toBe(own.length);
      const ages = own.map(({ item, last }) => {
        const inStage = Date.parse(at) - (last?.entered ?? 0);
        return Math.floor((inStage - waited(log.get(item) ?? [], last?.entered ?? 0, at)) / 1000);
      });
      expect(pieces.map(({ seconds }) => seconds)).toEqual(ages.toSorted((a, b) => b - a).slice(0, 200));
    }
  });

  it('adds the weeks of each stage up to what left it forward', async () => {
    const period = { from: day(TEST_NOW.getTime() - 90 * DAY_MS), to: day(TEST_NOW.getTime()) };
    const asked: FlowAsked = { siteId: 31, period, moment: null, now: TEST_NOW };
    const { stages, workers, week } = await world.asked(ALL, (trx) =>
      throughputOf(trx, asked, DEFAULT_POLICY),
    );
    const moves = [...log].flatMap(([item, events]) => movesOf(item, events, asked).moves);
    for (const { rma_status_id, count } of stages) {
      const left = moves.filter(
        ({ from, fromSite, kind, at }) =>
          from === rma_status_id &&
          fromSite === 31 &&
          !['rework', 'recall'].includes(kind) &&
          isIn(at, period),
      );
      expect([rma_status_id, count]).toEqual([rma_status_id, left.length]);
    }
    expect(workers).toBeNull();
    expect(week.monday).toBe('2026-11-16');
    expect(week.done).toHaveLength(5);
    expect(week.forecast?.low).toBeLessThanOrEqual(week.forecast?.high ?? 0);
    expect(week.tried).toBe(8);
  });

  it('says at sites that are listed how pieces spread over workers, never of fewer than five', async () => {
    const seen = { shown: 0, hidden: 0 };
    for (const [siteId, days, back] of SPREADS) {
      const ends = TEST_NOW.getTime() - back * DAY_MS;
      const period = { from: day(ends - days * DAY_MS), to: day(ends) };
      const asked: FlowAsked = { siteId, period, moment: null, now: TEST_NOW };
      const view = await world.asked(ALL, (trx) => throughputOf(trx, asked, { workerFigures: [31, 32] }));
      const counted = rawWorkers(asked);
      expect(view.workers?.map((row) => row.rma_status_id)).toEqual(
        view.stages.map((row) => row.rma_status_id),
      );
      for (const { rma_status_id, spread } of view.workers ?? []) {
        const pieces = [...(counted.get(rma_status_id)?.values() ?? [])];
        const at = (share: number) => quantile(pieces, share);
        seen[pieces.length < 5 ? 'hidden' : 'shown'] += 1;
        const raw = { workers: pieces.length, p25: at(0.25), median: at(0.5), p75: at(0.75) };
        expect([siteId, rma_status_id, spread]).toEqual([
          siteId,
          rma_status_id,
          pieces.length < 5 ? null : raw,
        ]);
      }
      const keys = new Set(JSON.stringify(view.workers).match(/[a-z_0-9]*[a-z][a-z_0-9]*/g));
      expect([...keys].filter((key) => !WORKER_KEYS.has(key))).toEqual([]);
    }
    expect(seen.shown).toBeGreaterThan(5);
    expect(seen.hidden).toBeGreaterThan(5);
  });

  it('says nothing of workers at a site that is not listed', async () => {
    const asked: FlowAsked = { siteId: 31, period: WHOLE, moment: null, now: TEST_NOW };
    const view = await world.asked(ALL, (trx) => throughputOf(trx, asked, { workerFigures: [32] }));
    expect([view.workers, view.stages.length > 3]).toEqual([null, true]);
  });

  it('shows a factory its own flow alone', async () => {
    const asked: FlowAsked = {
      siteId: 31,
      period: { from: '2026-01-01', to: '2026-12-31' },
      moment: null,
      now: TEST_NOW,
    };
    const none = await world.asked({ kind: 'none' }, (trx) => flowOf(trx, asked));
    expect([none.arrived, none.finished, none.in_progress]).toEqual([0, 0, 0]);
  });
});
