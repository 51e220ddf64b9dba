import { custodyChain, CUSTODY_EVENTS, type CustodyEvent } from '@atelier/domain/custody/chain.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import { openWorld, type World } from '../projections/testing.ts';
import { randomStories, writeStories, type Story } from '../projections/testing-histories.ts';
import { custodyOfItem, custodyOfShipment, custodyOfSite } from './custody.queries.ts';
import { custodyProjection } from './custody.projection.ts';
import { fromSpanRow } from './held-span.table.ts';
import { spanRows } from './span-rows.queries.ts';

let world: World;
let stories: readonly Story[];

beforeAll(async () => {
  world = await openWorld();
  stories = randomStories({ seed: 67, deposits: 120 });
  await writeStories(world.store, stories);
  await world.settle([custodyProjection]);
});

afterAll(() => world.close());

const isCustodyEvent = isOneOf<CustodyEvent>(CUSTODY_EVENTS);

const chainOf = async (itemId: number) => {
  const { events } = await world.store.readStream(`item-${itemId}`);
  return custodyChain(events.filter(isCustodyEvent));
};

/** By the log alone: what a site held after a position of it. */
async function heldByLog(siteId: number, moment: string): Promise<readonly number[]> {
  const held: number[] = [];
  for (const { itemId } of stories) {
    const chain = await chainOf(itemId);
    const holder = chain.find(
      (span) => span.enteredAt <= moment && (span.leftAt === null || span.leftAt > moment),
    )?.holder;
    if (holder?.kind === 'site' && holder.siteId === siteId) held.push(itemId);
  }
  return held;
}

const ascending = (a: number | string, b: number | string) => (a < b ? -1 : Number(a > b));
const ALL = { kind: 'all' } as const;
const pastAt = (asOf: string | null) =>
  asOf === null ? null : { store: world.store, scope: ALL, moment: { asOf, knownAt: null } };
const heldAt = (siteId: number, at: string | null, page = 1, pageSize = 200) =>
  world.asked(ALL, (trx) => custodyOfSite(trx, siteId, 'site', { past: pastAt(at), page, pageSize }, ALL));

describe('the projection of custody', () => {
  it('equals the log, span by span, to the microsecond', async () => {
    const rows = await spanRows(world.projector).orderBy('entered_position').execute();
    for (const { itemId } of stories) {
      const stored = rows
        .filter((row) => row.item_id === itemId)
        .map((row) => fromSpanRow(row))
        .map(({ actor: _, worker: __, actorSite: ___, ...span }) => span);
      expect(stored).toEqual(await chainOf(itemId));
    }
    expect(rows.length).toBeGreaterThan(stories.length);
  });

  it('holds each jewel exactly once: one open span, no gap and no overlap', async () => {
    const { rows } = await sql<{ item_id: number }>`
      select item_id from (
        select item_id, left_at, lead(entered_at) over own as next,
               left_position, lead(entered_position) over own as next_position
          from custody_spans where piece = 0 window own as (partition by item_id order by entered_position)) s
       where left_at is distinct from next or left_position is distinct from next_position`.execute(
      world.projector,
    );
    expect(rows).toEqual([]);
    const { rows: open } = await sql<{ item_id: number; n: number }>`
      select item_id, count(*)::integer as n from custody_spans where piece = 0 and left_at is null group by 1`.execute(
      world.projector,
    );
    expect(open).toHaveLength(stories.length);
    expect(new Set(open.map((row) => row.n))).toEqual(new Set([1]));
  });

  it('folds nothing twice', async () => {
    const before = await spanRows(world.projector).orderBy('entered_position').execute();
    const { events } = await world.store.readStream(`item-${stories[0]?.itemId}`);
    await world.projector.transaction().execute(async (trx) => {
      const folding = await custodyProjection.begin(trx, events.filter(isCustodyEvent));
      for (const event of events) folding.apply(event);
      await folding.save();
    });
    expect(await spanRows(world.projector).orderBy('entered_position').execute()).toEqual(before);
  });
});

describe('what a site holds', () => {
  it('agrees with the rows of the items now, and with the log at every past moment', async () => {
    const now = await world.asked(ALL, (trx) =>
      trx
        .selectFrom('item_row')
        .select('id')
        .where('custody_kind', '=', 'site')
        .where('custody_site', '=', 20)
        .execute(),
    );
    const found = await heldAt(20, null);
    expect(found?.view.rows.map((row) => row.item.id).toSorted(ascending)).toEqual(
      now.map((row) => row.id).toSorted(ascending),
    );
    expect(found?.total).toBe(now.length);
    const moments = await spanRows(world.projector).where('s.entered_position', '>', 0).execute();
    for (const { entered_at: moment } of moments.filter((_, index) => index % 40 === 0)) {
      const then = await heldAt(20, moment);
      expect(then?.view.rows.map((row) => row.item.id).toSorted(ascending)).toEqual(
        await heldByLog(20, moment),
      );
    }
  });

  it('comes in pages, in the order of the log, and says the total on each', async () => {
    const whole = await heldAt(20, null);
    const pages = await Promise.all([heldAt(20, null, 1, 3), heldAt(20, null, 2, 3)]);
    expect(pages.flatMap((page) => page?.view.rows ?? [])).toEqual(whole?.view.rows.slice(0, 6));
    expect(pages.map((page) => page?.total)).toEqual([whole?.total, whole?.total]);
    const positions = whole?.view.rows.map((row) => row.held.position) ?? [];
    expect(positions).toEqual(positions.toSorted(ascending));
  });

  it('is for accounts of that site, and for those who see everything', async () => {
    const asked = (scope: { kind: 'site' | 'store'; siteId: number }, siteId: number) =>
      world.asked(scope, (trx) =>
        custodyOfSite(trx, siteId, 'site', { past: null, page: 1, pageSize: 200 }, scope),
      );
    expect(await asked({ kind: 'site', siteId: 30 }, 20)).toBeUndefined();
    expect(await asked({ kind: 'store', siteId: 1 }, 20)).toBeUndefined();
    const own = await asked({ kind: 'site', siteId: 20 }, 20);
    expect(own?.total).toBe((await heldAt(20, null))?.total);
    const store = await asked({ kind: 'store', siteId: 1 }, 1);
    expect(store?.total).toBeGreaterThan(0);
  });

  it('leaves out at a past moment what the caller may not see today', async () => {
    const spans = await spanRows(world.projector)
      .where('s.holder_kind', '=', 'site')
      .where('s.holder_id', '=', 31)
      .execute();
    const scope = { kind: 'site', siteId: 31 } as const;
    const request = { page: 1, pageSize: 200 };
    let leftOut = 0;
    for (const { entered_at: at } of spans.slice(-12)) {
      const [mine, all] = [
        await world.asked(scope, (trx) =>
          custodyOfSite(trx, 31, 'site', { ...request, past: pastAt(at) }, scope),
        ),
        await heldAt(31, at),
      ];
      const ids = (all?.view.rows ?? []).map((row) => row.item.id);
      const visible = await world.asked(scope, (trx) =>
        trx
          .selectFrom('item_row')
          .select('id')
          .where('id', 'in', [0, ...ids])
          .execute(),
      );
      expect(mine?.view.rows.map((row) => row.item.id).toSorted(ascending)).toEqual(
        visible.map((row) => row.id).toSorted(ascending),
      );
      expect(mine?.total ?? 0).toBe(visible.length);
      leftOut += ids.length - visible.length;
    }
    expect(leftOut).toBeGreaterThan(0);
  });
});

describe('one item', () => {
  it('is answered from its stream, also before the projection has read it', async () => {
    const [story] = randomStories({ seed: 5, deposits: 1, firstId: 800_000 });
    if (story === undefined) throw new Error('no story');
    await writeStories(world.store, [story]);
    const view = await world.asked(ALL, (trx) => custodyOfItem(trx, world.store, story.itemId));
    expect(view?.chain).toHaveLength((await chainOf(story.itemId)).length);
    const outside = { kind: 'store', siteId: story.storeId === 1 ? 2 : 1 } as const;
    expect(
      await world.asked(outside, (trx) => custodyOfItem(trx, world.store, story.itemId)),
    ).toBeUndefined();
  });
});

describe('the reading of a million spans', () => {
  const PLANS = [
    ['now', null, 'custody_spans_open'],
    ['at a past moment', '2026-11-20T10:00:00Z', 'custody_spans_past'],
  ] as const;

  it.each(PLANS)('uses an index for what a holder has %s', async (_, moment, index) => {
    const condition =
      moment === null
        ? sql`left_at is null`
        : sql`left_at is not null and tstzrange(entered_at, left_at) @> ${moment}::timestamptz`;
    const plan = await world.projector.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select item_id from custody_spans
         where ${condition} and holder_kind = 'site' and holder_id = 20`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(index);
  });

  it('knows no package that does not exist', async () => {
    const request = { at: null, page: 1, pageSize: 10 };
    expect(await world.asked(ALL, (trx) => custodyOfShipment(trx, 'NONE', request))).toBeUndefined();
  });
});
