import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Figure, RepeatsBy } from '@atelier/domain/insight/figures.ts';
import { movedBy, type Period } from '@atelier/domain/insight/periods.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBulk } from '../../../../demo/load/testing-bulk.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../projections/testing.ts';
import { seeded } from '../projections/testing-histories.ts';
import { openAges } from './ages.queries.ts';
import { feesOf, lossesOf } from './fees.queries.ts';
import { listFigurePieces } from './figure-pieces.queries.ts';
import type { FigureAsked } from './figures.queries.ts';
import { pieceFactsProjection } from './piece-facts.projection.ts';
import { repeatsOf } from './repeats.queries.ts';
import { shopFigures } from './shops.queries.ts';
import { rawLogOf, rawPieces, type Lines, type RawLog } from './testing-raw-figures.ts';
import {
  deposited,
  isIn,
  rawAgain,
  rawAges,
  rawFees,
  rawPromise,
  rawTurnaround,
} from './testing-raw-recount.ts';
import { nameDates } from './testing-named-dates.ts';
import { keysOf, rawWarranty, shownBy } from './testing-raw-warranty.ts';
import { turnaroundOf } from './turnaround.queries.ts';
import { warrantyOf } from './warranty.queries.ts';

const DAY_MS = 86_400_000;
const random = seeded(34);
const pick = <T>(list: readonly T[]): T => {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('an empty list');
  return value;
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

let world: World;
let log: RawLog;
let lines: Lines;

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 1_500, masterKey: TEST_KEY });
  world = await worldOn(database);
  await nameDates(world, await readItems());
  await world.settle([pieceFactsProjection]);
  log = rawLogOf(await readItems());
  lines = await readLines();
});
afterAll(() => world.close());

async function readItems(): Promise<ReadonlyMap<number, readonly StoredEvent[]>> {
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await owner.query<{ stream_id: string }>(
    `select stream_id from streams where stream_id like 'item-%'`,
  );
  await owner.end();
  const streams = new Map<number, readonly StoredEvent[]>();
  for (const { stream_id } of rows) {
    const { events } = await world.store.readStream(stream_id);
    streams.set(Number(stream_id.slice(5)), events);
  }
  return streams;
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

interface Question {
  readonly scope: DataScope;
  readonly asked: FigureAsked;
}

const SCOPES: readonly DataScope[] = [
  { kind: 'all' },
  { kind: 'all' },
  { kind: 'store', siteId: 1 },
  { kind: 'store', siteId: 4 },
  { kind: 'site', siteId: 32 },
  { kind: 'site', siteId: 31 },
];

function question(): Question {
  const begins = TEST_NOW.getTime() - Math.floor(random() * 540) * DAY_MS;
  const period: Period = { from: day(begins), to: day(begins + Math.floor(random() * 200) * DAY_MS) };
  const asOf = new Date(TEST_NOW.getTime() - Math.floor(random() * 400 * DAY_MS)).toISOString();
  const moment = pick([
    null,
    { asOf, knownAt: null },
    { asOf, knownAt: asOf },
    { asOf: null, knownAt: asOf },
  ]);
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

const ROUNDS = 50;
const PARIS = { shopId: 1 };

it(`equals a recount of the raw events at ${ROUNDS} random places, periods and moments`, async () => {
  let counted = 0;
  let [told, kept, covered] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { scope, asked } = question();
    const [pieces, all] = [
      rawPieces(log, scope, asked, lines),
      rawPieces(log, scope, { ...asked, place: {} }, lines),
    ];
    const { period } = asked;
    await world.asked(scope, async (trx) => {
      for (const until of ['ready', 'collected'] as const) {
        const { weeks, ...total } = await turnaroundOf(trx, until, asked);
        const promise = rawPromise(pieces, until, period, lines.zones);
        expect([round, until, total]).toEqual([
          round,
          until,
          { ...rawTurnaround(pieces, until, period), ...promise },
        ]);
        told += promise.told;
        kept += promise.kept;
        expect(weeks.reduce((sum, { count }) => sum + count, 0)).toBe(total.count);
        counted += total.count;
      }
      const ages = await openAges(trx, asked, null);
      expect([round, ages.bands.map(({ now }) => now)]).toEqual([round, rawAges(pieces, asked)]);
      const fees = rawFees(pieces, period);
      const rows = await feesOf(trx, asked);
      expect(rows.map(({ currency }) => currency).toSorted()).toEqual([...fees.keys()].toSorted());
      for (const { currency, ...row } of rows)
        for (const [key, value] of Object.entries(row))
          expect([round, currency, key, value]).toEqual([
            round,
            currency,
            key,
            fees.get(currency)?.[key] ?? 0,
          ]);
      const { count, again } = await repeatsOf(trx, 'line', asked);
      expect([round, { count, again }]).toEqual([round, rawAgain(all, pieces, period)]);
      const besides = pick([null, { ...asked, period: movedBy(period, -200) }, { ...asked, place: PARIS }]);
      const beside = besides && rawPieces(log, scope, besides, lines);
      for (const [by, keyOf] of Object.entries(keysOf(lines))) {
        const view = await warrantyOf(trx, by as RepeatsBy, asked, besides);
        const [was, is] = [
          beside && rawWarranty(beside, besides.period, keyOf),
          rawWarranty(pieces, period, keyOf),
        ];
        expect([round, by, shownBy(view, false), view.unpriced]).toEqual([round, by, is.rows, is.unpriced]);
        expect([round, by, shownBy(view, true)]).toEqual([round, by, was?.rows ?? new Map()]);
        for (const { amount } of view.totals) covered += amount;
      }
    });
  }
  expect(counted).toBeGreaterThan(2_000);
  expect(kept).toBeGreaterThan(50);
  expect(told).toBeGreaterThan(kept);
  expect(covered).toBeGreaterThan(100);
});

it('gives the row of now the keys of its piece: who sees it is read from them alone', async () => {
  const [found] = await world.asked({ kind: 'all' }, async (trx) => {
    const { rows } = await sql<{ pieces: number; other: number }>`
      select count(*)::integer as pieces, (count(*) filter (where not f.scope_keys <@ i.scope_keys))::integer as other
        from piece_facts f join item_row i on i.id = f.item_id where f.true_until is null`.execute(trx);
    return rows;
  });
  expect(found?.pieces).toBeGreaterThan(1_000);
  expect(found?.other).toBe(0);
});

it('names each shop with its own turnaround, warranty and reasons', async () => {
  const asked: FigureAsked = {
    place: {},
    moment: null,
    now: TEST_NOW,
    period: { from: day(TEST_NOW.getTime() - 300 * DAY_MS), to: day(TEST_NOW.getTime()) },
  };
  const all: DataScope = { kind: 'all' };
  const pieces = rawPieces(log, all, asked, lines);
  const rows = await world.asked(all, (trx) =>
    shopFigures(trx, asked, { ...asked, period: movedBy(asked.period, -200) }),
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    const own = pieces.filter(({ item }) => item.storeId === row.shop_id);
    const brought = own.filter((piece) => isIn(deposited(piece), asked.period));
    const { count, median_seconds, p90_seconds } = rawTurnaround(own, 'ready', asked.period);
    expect(row).toMatchObject({
      count,
      median_seconds,
      p90_seconds,
      ...rawPromise(own, 'ready', asked.period, lines.zones),
    });
    expect(row.deposited).toBe(brought.length);
    expect(row.without_warranty).toBe(brought.filter(({ item }) => !item.warranty.inWarranty).length);
    const judged = brought.filter(({ item }) => item.work.findings !== null);
    const wrong = judged.filter(({ item }) =>
      item.work.findings?.reasonIds.some((id) => !item.reasonIds.includes(id)),
    );
    expect([row.judged, row.wrong_reason]).toEqual([judged.length, wrong.length]);
  }
});

it('opens exactly the pieces that it counts', async () => {
  const asked: FigureAsked = {
    place: {},
    moment: null,
    now: TEST_NOW,
    period: { from: day(TEST_NOW.getTime() - 200 * DAY_MS), to: day(TEST_NOW.getTime()) },
  };
  const scope: DataScope = { kind: 'store', siteId: 1 };
  await world.asked(scope, async (trx) => {
    const list = (figure: Figure, mark = {}) =>
      listFigurePieces(trx, { figure, asked, mark, page: 1, pageSize: 200 });
    const turnaround = await turnaroundOf(trx, 'ready', asked);
    expect((await list('ready')).total).toBe(turnaround.count);
    expect((await list('told')).total).toBe(turnaround.told);
    expect((await list('kept')).total).toBe(turnaround.kept);
    const ages = await openAges(trx, asked, null);
    for (const { from_days: fromDays, to_days, now } of ages.bands) {
      const band = await list('open', { fromDays, ...(to_days !== null && { toDays: to_days }) });
      expect(band.total).toBe(now);
    }
    const fees = await feesOf(trx, asked);
    expect((await list('fees')).total).toBe(fees.reduce((sum, { count }) => sum + count, 0));
    const warranty = await warrantyOf(trx, 'factory', asked, null);
    expect(warranty.rows.some(({ key }) => key === null)).toBe(true);
    for (const { currency, count } of warranty.rows.filter((row) => row.key === null))
      expect((await list('warranty', { currency, unknown: 'factory' })).total).toBe(count);
    for (const { currency, count, amount } of warranty.totals) {
      const covered = await list('warranty', { currency });
      expect(covered.total).toBe(count);
      expect(covered.rows.reduce((sum, row) => sum + row.free_amount, 0)).toBe(amount);
    }
    expect((await list('warranty_unpriced')).total).toBe(warranty.unpriced);
    const { rows } = await list('fees', { fate: 'approved' });
    expect(rows.every(({ shop }) => shop === rows[0]?.shop)).toBe(true);
    expect((await list('missing')).total).toBe((await lossesOf(trx, asked)).missing);
  });
});

it('shows nothing without a scope', async () => {
  const asked: FigureAsked = {
    place: {},
    moment: null,
    now: TEST_NOW,
    period: { from: '2025-01-01', to: '2026-12-31' },
  };
  expect(await world.asked({ kind: 'none' }, (trx) => turnaroundOf(trx, 'ready', asked))).toMatchObject({
    count: 0,
    weeks: [],
  });
});

it('leaves out of a shop the pieces of another shop that came to it', async () => {
  const asked: FigureAsked = {
    place: {},
    moment: null,
    now: TEST_NOW,
    period: { from: '2025-01-01', to: '2026-12-31' },
  };
  const count = () =>
    world.asked({ kind: 'store', siteId: 1 }, async (trx) => [
      (await openAges(trx, asked, null)).now,
      (await shopFigures(trx, asked, null)).map(({ shop_id }) => shop_id),
    ]);
  const before = await count();
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  await owner.query('update piece_facts set scope_keys = scope_keys || 1 where store_id = 4');
  await owner.query('update item_row set visible_sites = visible_sites || 1 where store_id = 4');
  await owner.end();
  const { rows } = await world.asked({ kind: 'store', siteId: 1 }, (trx) =>
    sql<{ seen: number }>`select count(*)::integer as seen from piece_facts where store_id = 4`.execute(trx),
  );
  expect(rows[0]?.seen).toBeGreaterThan(0);
  expect(await count()).toEqual(before);
});
