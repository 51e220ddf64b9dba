import type { StoredEvent } from '@atelier/event-store/types.ts';
import type { Moment } from '@atelier/domain/audit/moment.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadBulk } from '../../../../../demo/load/testing-bulk.ts';
import { inScope } from '../../platform/database.ts';
import { TEST_KEY, TEST_NOW, worldOn, type World } from '../../projections/testing.ts';
import { pieceFactsProjection } from '../piece-facts.projection.ts';
import { rawLogOf, rawPieces, type RawLog, type RawPiece } from '../testing-raw-figures.ts';
import { defectSeries, type SeriesOfWeeks } from './series.queries.ts';

const WEEK_MS = 7 * 86_400_000;
const NOW = new Date(TEST_NOW);
const ALL = { kind: 'all' } as const;

let world: World;
let log: RawLog;
let collections: ReadonlyMap<string, string>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await loadBulk({ ownerUrl: database.connectionString, now: TEST_NOW, items: 500, masterKey: TEST_KEY });
  world = await worldOn(database);
  await world.settle([pieceFactsProjection]);
  log = rawLogOf(await readItems());
  const products = await world.projector.selectFrom('products').select(['sku', 'collection']).execute();
  collections = new Map(products.map(({ sku, collection }) => [sku, collection]));
});
afterAll(() => world.close());

async function readItems(): Promise<ReadonlyMap<number, readonly StoredEvent[]>> {
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await owner.query<{ stream_id: string }>(
    `select stream_id from streams where stream_id like 'item-%'`,
  );
  await owner.end();
  const histories = await world.store.readStreams(rows.map(({ stream_id }) => stream_id));
  return new Map([...histories].map(([stream, { events }]) => [Number(stream.slice(5)), events]));
}

const seriesAt = (moment: Moment | null, scope: DataScope = ALL) =>
  inScope(world.db, scope, (trx) => defectSeries(trx, { moment, now: NOW }));

const keyOf = (...parts: readonly unknown[]): string => JSON.stringify(parts);
const inOrder = (counts: ReadonlyMap<string, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

function counted({ series }: SeriesOfWeeks): ReadonlyMap<string, number> {
  const all = series.flatMap(({ product, reasonId, factoryId, counts }) =>
    counts.map((count, week) => [keyOf(product, reasonId, factoryId, week), count] as const),
  );
  return new Map(all.filter(([, count]) => count > 0));
}

/** The same counts from the events alone. */
function recounted(
  { from, last }: SeriesOfWeeks,
  moment: Moment | null,
  scope: DataScope = ALL,
): ReadonlyMap<string, number> {
  const asked = { moment, now: NOW, place: {}, period: { from, to: last } };
  const places = { zones: new Map(), countries: new Map(), lines: collections };
  const weeks = (Date.parse(last) - Date.parse(from)) / WEEK_MS + 1;
  const weekOf = ({ item }: RawPiece) =>
    Math.floor((Date.parse(item.createdAt) - Date.parse(from)) / WEEK_MS);
  const pieces = rawPieces(log, scope, asked, places).filter(
    (piece) => weekOf(piece) >= 0 && weekOf(piece) < weeks,
  );
  const counts = new Map<string, number>();
  for (const piece of pieces) {
    const product = collections.get(piece.item.product.sku) ?? null;
    const factory = piece.factory ?? usual(pieces, piece.item.storeId);
    for (const reason of piece.item.reasonIds) {
      const key = keyOf(product, reason, factory, weekOf(piece));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** The factory that most pieces of the shop went to; of several, the one with the least number. */
function usual(pieces: readonly RawPiece[], store: number): number | null {
  const went = pieces.flatMap(({ item, factory }) =>
    item.storeId === store && factory !== null ? [factory] : [],
  );
  const times = (id: number) => went.filter((each) => each === id).length;
  return [...new Set(went)].toSorted((a, b) => times(b) - times(a) || a - b)[0] ?? null;
}

it('counts what a script counts over the raw events, as of any moment and in any scope', async () => {
  const past = { asOf: '2026-06-10T12:00:00.000Z', knownAt: '2026-06-12T12:00:00.000Z' };
  for (const moment of [null, past])
    for (const scope of [ALL, { kind: 'site', siteId: 31 }] as const) {
      const found = await seriesAt(moment, scope);
      expect(inOrder(counted(found))).toEqual(inOrder(recounted(found, moment, scope)));
    }
  expect(counted(await seriesAt(null)).size).toBeGreaterThan(100);
});

it('counts finished weeks alone, and nothing for a caller without a scope', async () => {
  const past = await seriesAt({ asOf: '2026-06-10T12:00:00.000Z', knownAt: null });
  expect(past.last).toBe('2026-06-01');
  for (const { counts } of past.series)
    expect(counts).toHaveLength((Date.parse(past.last) - Date.parse(past.from)) / WEEK_MS + 1);
  expect((await seriesAt(null, { kind: 'none' })).series).toEqual([]);
});
