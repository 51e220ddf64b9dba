import { tilesOf } from '@atelier/domain/dashboard/testing-tiles.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { statusOf, Status, type StatusId } from '@atelier/domain/shared/status.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyStretch } from '@atelier/event-store/projections/batch.ts';
import { TEST_NOW, openWorld, type World } from '../projections/testing.ts';
import { randomStories, writeStories } from '../projections/testing-histories.ts';
import { stageBoard } from './board.queries.ts';
import { createHistory } from './create-history.queries.ts';
import { dashboardProjection } from './dashboard.projection.ts';
import { dashboardStats } from './stats.queries.ts';

let world: World;
const stories = randomStories({ seed: 11, deposits: 400 });

beforeAll(async () => {
  world = await openWorld();
  await writeStories(world.store, stories);
  await world.settle();
});

afterAll(() => world.close());

const SCOPES: readonly DataScope[] = [
  { kind: 'all' },
  { kind: 'store', siteId: 1 },
  { kind: 'store', siteId: 5 },
  { kind: 'site', siteId: 20 },
  { kind: 'site', siteId: 31 },
  { kind: 'none' },
];

/** Every item as the inline rows have it, seen without any policy; at 14 what is on its way from a shop to its client. */
const rawItems = async () =>
  (await readItems()).map((item) => {
    const isSent =
      item.status === Status.ShopReceived && item.custody_kind === 'shipment' && item.custody_to === null;
    return isSent ? { ...item, status: Status.LogisticsShipOut } : item;
  });

const readItems = () =>
  world.projector
    .selectFrom('item_row')
    .select([
      'id',
      'store_id',
      'status',
      'status_entered_at',
      'visible_sites',
      'custody_kind',
      'custody_site',
      'custody_from',
      'custody_to',
      'created_at',
    ])
    .execute();

type Raw = Awaited<ReturnType<typeof rawItems>>[number];

/** At 18 a piece is between two sites and stands on the boards of both; everywhere else it is held by the site. */
const standsAtStage = (item: Raw, siteId: number): boolean =>
  item.status === Status.MCToCN
    ? item.custody_from === siteId || item.custody_to === siteId
    : item.custody_kind === 'site' && item.custody_site === siteId;

const inScopeOf =
  (scope: DataScope) =>
  (item: Raw): boolean => {
    if (scope.kind === 'all') return true;
    if (scope.kind === 'store') return item.store_id === scope.siteId;
    return scope.kind === 'site' && item.visible_sites.includes(scope.siteId);
  };

function countTiles(items: readonly Raw[], now: Date): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const tiles = tilesOf(
      item.status,
      item.status_entered_at.toISOString(),
      now.toISOString(),
      DEFAULT_POLICY,
    );
    for (const tile of tiles) counts[tile] = (counts[tile] ?? 0) + 1;
  }
  return counts;
}

const TILES = [
  'ready_to_ship',
  'ready_to_ship_over_72h',
  'waiting_for_customer',
  'waiting_for_customer_over_week',
  'sent_to_warehouse',
  'in_transit',
  'in_factory',
] as const;

const isOpen = (status: StatusId): boolean => statusOf(status).bucket !== null;

describe('counters after random histories', () => {
  it.each(SCOPES)('equal a raw count of the items in $kind $siteId', async (scope) => {
    const items = (await rawItems()).filter(inScopeOf(scope));
    const stats = await dashboardStats(world.pool, { scope, now: TEST_NOW, policy: DEFAULT_POLICY });
    const raw = countTiles(items, TEST_NOW);
    for (const tile of TILES) expect([tile, stats[tile]]).toEqual([tile, raw[tile] ?? 0]);
    expect(scope.kind === 'none' || stats.total > 0).toBe(true);
    expect(stats.total).toBe(items.filter((item) => isOpen(item.status)).length);
  });

  it('say when the next tile flips by the clock alone, and flip exactly then', async () => {
    const scope: DataScope = { kind: 'all' };
    let now = new Date('2026-08-10T00:00:00Z');
    for (let flip = 0; flip < 12; flip += 1) {
      const at = (moment: Date) => dashboardStats(world.pool, { scope, now: moment, policy: DEFAULT_POLICY });
      const before = await at(now);
      if (before.next_flip_at === null) break;
      const flipsAt = new Date(before.next_flip_at);
      expect(flipsAt.getTime()).toBeGreaterThan(now.getTime());
      const [just, then] = [await at(new Date(flipsAt.getTime() - 1)), await at(flipsAt)];
      expect(over(just)).toBe(over(before));
      expect(over(then)).toBeGreaterThan(over(just));
      now = flipsAt;
    }
  });

  const over = (stats: { ready_to_ship_over_72h: number; waiting_for_customer_over_week: number }): number =>
    stats.ready_to_ship_over_72h + stats.waiting_for_customer_over_week;

  it('count the boundary hour to the millisecond', async () => {
    const items = (await rawItems()).filter(
      (item) => item.status === Status.Created || item.status === Status.ShopReceived,
    );
    const scope: DataScope = { kind: 'all' };
    for (const item of items.slice(0, 25)) {
      const limit =
        item.status === Status.Created ? DEFAULT_POLICY.readyToShipOverMs : DEFAULT_POLICY.waitingOverMs;
      for (const shift of [-1, 0, 1]) {
        const now = new Date(item.status_entered_at.getTime() + limit + shift);
        const stats = await dashboardStats(world.pool, { scope, now, policy: DEFAULT_POLICY });
        const raw = countTiles(items, now);
        expect(stats.ready_to_ship_over_72h).toBe(raw['ready_to_ship_over_72h'] ?? 0);
        expect(stats.waiting_for_customer_over_week).toBe(raw['waiting_for_customer_over_week'] ?? 0);
      }
    }
  });

  it('leave no bin at zero or below', async () => {
    const odd = await world.projector
      .selectFrom('status_counters')
      .selectAll()
      .where('total', '<=', 0)
      .execute();
    expect(odd).toEqual([]);
  });
});

describe('create history', () => {
  it.each(SCOPES)('counts deposits per ISO week in $kind $siteId, empty weeks as 0', async (scope) => {
    const items = (await rawItems()).filter(inScopeOf(scope));
    const now = new Date('2026-09-16T12:00:00Z');
    const rows = await world.asked(scope, (trx) => createHistory(trx, scope, now));
    expect(rows).toHaveLength(12);
    expect(rows.at(-1)).toMatchObject({ CreateYear: 2026, CreateWeek: 38, label: '2026-Week-38' });
    const monday = Date.parse('2026-09-14T00:00:00Z');
    rows.forEach((row, index) => {
      const start = monday - (11 - index) * 7 * 86_400_000;
      const made = items.filter(({ created_at }) => {
        const at = created_at.getTime();
        return at >= start && at < start + 7 * 86_400_000;
      });
      expect([row.label, row.total]).toEqual([row.label, made.length]);
    });
  });

  it('names the weeks of a new year by their ISO year', async () => {
    const now = new Date('2027-01-03T23:59:59Z');
    const rows = await world.asked({ kind: 'all' }, (trx) => createHistory(trx, { kind: 'all' }, now));
    expect(rows.at(-1)?.label).toBe('2026-Week-53');
    const later = new Date('2027-01-04T00:00:00Z');
    const next = await world.asked({ kind: 'all' }, (trx) => createHistory(trx, { kind: 'all' }, later));
    expect(next.at(-1)?.label).toBe('2027-Week-1');
  });
});

describe('the stage board', () => {
  it('counts what the site holds, with the oldest piece', async () => {
    const items = await rawItems();
    for (const siteId of [20, 31]) {
      const board = await world.asked({ kind: 'site', siteId }, (trx) =>
        stageBoard(trx, siteId, { stages: {}, now: TEST_NOW }),
      );
      expect(board?.columns.map((column) => column.rma_status_id)).toEqual([
        3, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
      ]);
      for (const column of board?.columns ?? []) {
        const held = items.filter(
          (item) => item.status === column.rma_status_id && standsAtStage(item, siteId),
        );
        const oldest = held.map((item) => item.status_entered_at.getTime()).sort((a, b) => a - b)[0];
        expect(column.count).toBe(held.length);
        expect(column.oldest_entered_at).toBe(oldest === undefined ? null : new Date(oldest).toISOString());
      }
    }
  });

  it('is not there for another site', async () => {
    expect(
      await world.asked({ kind: 'site', siteId: 20 }, (trx) =>
        stageBoard(trx, 31, { stages: {}, now: TEST_NOW }),
      ),
    ).toBeUndefined();
    expect(
      await world.asked({ kind: 'store', siteId: 1 }, (trx) =>
        stageBoard(trx, 31, { stages: {}, now: TEST_NOW }),
      ),
    ).toBeUndefined();
    expect(
      await world.asked({ kind: 'all' }, (trx) => stageBoard(trx, 31, { stages: {}, now: TEST_NOW })),
    ).toBeDefined();
    expect(
      await world.asked({ kind: 'all' }, (trx) => stageBoard(trx, 999, { stages: {}, now: TEST_NOW })),
    ).toBeUndefined();
  });
});

describe('folding', () => {
  it('changes nothing when the same events come twice', async () => {
    const before = await fingerprint();
    const checkpoint = await position();
    const batch = await world.store.readLog({ after: 0, limit: 100_000, types: dashboardProjection.types });
    const half = batch.events.slice(0, Math.floor(batch.events.length / 2));
    await applyStretch(world.readModels, dashboardProjection, {
      after: checkpoint,
      events: half,
      next: { ...batch.horizon, position: checkpoint },
    });
    await applyStretch(world.readModels, dashboardProjection, {
      after: checkpoint,
      events: batch.events,
      next: { ...batch.horizon, position: checkpoint },
    });
    expect(await fingerprint()).toEqual(before);
  });

  const position = async (): Promise<number> =>
    (
      await world.projector
        .selectFrom('projection_checkpoints')
        .select('position')
        .where('name', '=', 'dashboard')
        .executeTakeFirstOrThrow()
    ).position;

  const fingerprint = async () => {
    const hashes = await Promise.all(
      dashboardProjection.tables.map(async (table) => {
        const { rows } = await sql<{ hash: string; rows: number }>`
          select md5(string_agg(md5(t::text), '' order by t::text)) as hash, count(*) as rows
            from ${sql.table(table)} t`.execute(world.projector);
        return [table, rows[0]];
      }),
    );
    return hashes;
  };
});
