import type { Path } from '@atelier/domain/insight/process.ts';
import { spanOf, type Period } from '@atelier/domain/insight/periods.ts';
import type { MoveKind } from '@atelier/domain/shared/item-facts.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { testMetadata } from '@atelier/event-store/testing/test-store.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';
import { listFigurePieces } from './figure-pieces.queries.ts';
import type { FigureAsked } from './figures.queries.ts';
import { pieceFactsProjection } from './piece-facts.projection.ts';
import { processOf } from './process.queries.ts';
import { stageStaysProjection } from './stage-stays.projection.ts';
import { quantile, rawPieces, type Lines, type RawLog } from './testing-raw-figures.ts';
import { movesOf, rawPathOf, readItems, type Move } from './testing-raw-moves.ts';

const DAY_MS = 86_400_000;
const random = seeded(36);
const pick = <T>(list: readonly T[]): T => {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('an empty list');
  return value;
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const ALL: DataScope = { kind: 'all' };

let world: World;
let log: RawLog;
let lines: Lines;

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 1_200, masterKey: TEST_KEY });
  world = await worldOn(database);
  await leaveTheRules();
  await world.settle([pieceFactsProjection, stageStaysProjection]);
  log = await readItems(world);
  lines = await readLines();
});
afterAll(() => world.close());

/** Some closed pieces go back to "repair done" as no table offers; for every second one the move is taken back. */
async function leaveTheRules(): Promise<void> {
  const now = { moment: null };
  let found = 0;
  for (const [id, events] of await readItems(world)) {
    const last = movesOf(id, events, now).stays.at(-1);
    if (last === undefined || last.status !== Status.Closed || id % 10 > 0) continue;
    if (last.from > TEST_NOW.getTime() - DAY_MS / 4) continue;
    found += 1;
    const from = new Date(last.entered).toISOString();
    const later = (hours: number) => new Date(last.from + hours * 3_600_000).toISOString();
    const by = { userId: null, workerId: null };
    const change = (move: MoveKind, to: number, at: string, enteredAt: string) => ({
      type: 'ItemStatusChanged',
      data: { from: 0, to, move, reason: null, runId: null, enteredAt, at, by },
    });
    const away = change('forward', Status.RepairDone, later(2), later(2));
    const back = change('undo', last.status, later(3), from);
    const chosen = found % 2 === 0 ? [away] : [away, back];
    await world.store.append({
      streams: [{ streamId: `item-${id}`, expectedVersion: events.length, events: chosen }],
      metadata: testMetadata,
    });
  }
  expect(found).toBeGreaterThan(20);
}

async function readLines(): Promise<Lines> {
  const sites = await world.projector.selectFrom('sites').select(['id', 'country', 'time_zone']).execute();
  const products = await world.projector.selectFrom('products').select(['sku', 'collection']).execute();
  return {
    zones: new Map(sites.map(({ id, time_zone: zone }) => [id, zone])),
    countries: new Map(sites.map(({ id, country }) => [id, country])),
    lines: new Map(products.map(({ sku, collection }) => [sku, collection])),
  };
}

const SCOPES: readonly DataScope[] = [
  ALL,
  ALL,
  { kind: 'store', siteId: 1 },
  { kind: 'store', siteId: 4 },
  { kind: 'site', siteId: 31 },
  { kind: 'site', siteId: 32 },
];

function question(): { readonly scope: DataScope; readonly asked: FigureAsked } {
  const begins = TEST_NOW.getTime() - Math.floor(random() * 500) * DAY_MS;
  const asOf = new Date(TEST_NOW.getTime() - Math.floor(random() * 300 * DAY_MS)).toISOString();
  const period = { from: day(begins), to: day(begins + Math.floor(random() * 200) * DAY_MS) };
  const moment = pick([null, null, { asOf, knownAt: null }, { asOf, knownAt: asOf }]);
  const place = pick([
    {},
    {},
    { shopId: 1 + Math.floor(random() * 12) },
    { country: pick(['FR', 'CN', 'JP']) },
    { factoryId: pick([31, 32]) },
    { line: pick([...new Set(lines.lines.values())]) },
  ]);
  return { scope: pick(SCOPES), asked: { period, place, moment, now: TEST_NOW } };
}

const isIn = (at: number, period: Period): boolean => {
  const { from, until } = spanOf(period);
  return at >= Date.parse(from) && at < Date.parse(until);
};

/** Moves, deposits and time of the pieces in the place, as far as the scope saw them. */
function recount(scope: DataScope, asked: FigureAsked) {
  const { period, moment, now } = asked;
  const sees = (seen: readonly number[]) => scope.kind !== 'site' || seen.includes(scope.siteId);
  const pieces = rawPieces(log, scope, asked, lines).map(({ id }) => ({
    id,
    ...movesOf(id, log.get(id) ?? [], asked),
  }));
  const within = ({ at, seen }: Move) => isIn(at, period) && sees(seen);
  const moves = pieces.flatMap((piece) => piece.moves).filter(within);
  const undone = pieces.flatMap((piece) => piece.undone).filter(within);
  const deposits = pieces.flatMap(({ stays }) => stays.slice(0, 1)).filter(({ from }) => isIn(from, period));
  const at = moment?.asOf ? Date.parse(moment.asOf) : now.getTime();
  const { from, until } = spanOf(period);
  const spent = new Map<number, number>();
  for (const { stays } of pieces)
    for (const [index, stay] of stays.entries()) {
      if (!sees(stay.seen)) continue;
      const ends = Math.min(stays[index + 1]?.from ?? at, Date.parse(until));
      const ms = Math.max(0, ends - Math.max(stay.from, Date.parse(from)));
      spent.set(stay.status, (spent.get(stay.status) ?? 0) + ms);
    }
  return { pieces, moves, undone, deposits: deposits.filter(({ seen }) => sees(seen)), spent };
}

const seconds = (moves: readonly Move[]) => moves.map(({ took }) => Math.floor(took / 1000));

describe('the process map', () => {
  it('equals a recount of the raw events at 60 random places, periods and moments', async () => {
    const found = new Map<Path, number>();
    for (let round = 0; round < 60; round += 1) {
      const { scope, asked } = question();
      const raw = recount(scope, asked);
      const view = await world.asked(scope, (trx) => processOf(trx, asked));
      const all = [...raw.moves, ...raw.undone];
      const arcs = Map.groupBy(all, (move) => `${move.from} ${move.to} ${rawPathOf(move)}`);
      const shown = view.arcs.map(({ from, to, path, ...rest }) => [`${from} ${to} ${path}`, rest] as const);
      const expected = [...arcs].map(
        ([key, moves]) =>
          [
            key,
            {
              count: moves.length,
              pieces: new Set(moves.map(({ item }) => item)).size,
              p50_seconds: quantile(seconds(moves), 0.5),
              p85_seconds: quantile(seconds(moves), 0.85),
            },
          ] as const,
      );
      const sorted = <Row>(rows: readonly (readonly [string, Row])[]) =>
        rows.toSorted(([a], [b]) => a.localeCompare(b));
      expect([round, sorted(shown)]).toEqual([round, sorted(expected)]);
      expect(view.moves).toBe(raw.moves.length);
      expect(view.pieces).toBe(new Set(all.map(({ item }) => item)).size);
      for (const node of view.nodes) {
        const id = node.rma_status_id;
        const into = raw.moves.filter(({ to }) => to === id);
        const deposits = id === Status.Created ? raw.deposits.length : 0;
        const stood = raw.pieces.filter(({ stays }) => stays.at(-1)?.status === id);
        expect([round, id, node.entered, node.now]).toEqual([
          round,
          id,
          into.length + deposits,
          stood.length,
        ]);
        const left = seconds(raw.moves.filter((move) => move.from === id));
        expect(node.p50_seconds).toBe(quantile(left, 0.5));
        expect([round, id, node.seconds]).toEqual([round, id, Math.floor((raw.spent.get(id) ?? 0) / 1000)]);
      }
      expect(view.weeks.reduce((sum, { moves }) => sum + moves, 0)).toBe(raw.moves.length);
      for (const { path, count } of view.arcs) found.set(path, (found.get(path) ?? 0) + count);
    }
    expect(found.get('step')).toBeGreaterThan(5_000);
    for (const path of ['back', 'undone', 'unlisted'] as const)
      expect([path, (found.get(path) ?? 0) > 0]).toEqual([path, true]);
  });

  it('opens the pieces of each arc and of each status', async () => {
    const period = { from: day(TEST_NOW.getTime() - 120 * DAY_MS), to: day(TEST_NOW.getTime()) };
    const asked: FigureAsked = { period, place: {}, moment: null, now: TEST_NOW };
    await world.asked(ALL, async (trx) => {
      const view = await processOf(trx, asked);
      const opened = { asked, page: 1, pageSize: 200 };
      for (const { from, to, path, pieces } of view.arcs) {
        const mark = { fromStatus: from, status: to, path };
        const { total } = await listFigurePieces(trx, { figure: 'moved', mark, ...opened });
        expect([from, to, path, total]).toEqual([from, to, path, pieces]);
      }
      for (const { rma_status_id: status, pieces, now } of view.nodes) {
        const entered = await listFigurePieces(trx, { figure: 'entered', mark: { status }, ...opened });
        const stands = await listFigurePieces(trx, { figure: 'stands', mark: { status }, ...opened });
        expect([status, entered.total, stands.total]).toEqual([status, pieces, now]);
      }
      const all = await listFigurePieces(trx, { figure: 'moved', mark: {}, ...opened });
      expect(all.total).toBe(view.pieces);
    });
  });

  it('marks the status before the shop in which pieces spent the most time', async () => {
    const period = { from: day(TEST_NOW.getTime() - 120 * DAY_MS), to: day(TEST_NOW.getTime()) };
    const asked: FigureAsked = { period, place: {}, moment: null, now: TEST_NOW };
    const view = await world.asked(ALL, (trx) => processOf(trx, asked));
    const waiting = new Set<number>([15, 16, 20, 21]);
    const most = view.nodes
      .filter(({ rma_status_id: id }) => !waiting.has(id))
      .toSorted((a, b) => b.seconds - a.seconds)[0];
    expect(view.bottleneck).toBe(most?.rma_status_id);
  });

  it('shows nothing to a caller without a place', async () => {
    const asked: FigureAsked = {
      period: { from: '2026-01-01', to: '2026-12-31' },
      place: {},
      moment: null,
      now: TEST_NOW,
    };
    const none = await world.asked({ kind: 'none' }, (trx) => processOf(trx, asked));
    expect([none.pieces, none.moves, none.arcs, none.bottleneck]).toEqual([0, 0, [], null]);
  });
});
