import { Status } from '@atelier/domain/shared/status.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '@atelier/event-store/pool.ts';
import type { Database } from '../platform/database.ts';
import { statusCountsIn } from '../dashboard/stats.queries.ts';
import { openWorld, type World } from '../projections/testing.ts';
import type { ItemListRequest } from './item-filters.queries.ts';
import { listItemIds } from './item-list.queries.ts';
import { findItemRecords } from '../repair-detail/item-record.queries.ts';
import { findRmaView } from '../repair-detail/rma-view.queries.ts';
import { searchByField } from './search.queries.ts';

// What a list touches must not grow with the table. Pages of 8 kB read are counted, not milliseconds: the machine
// is shared. 60,000 items, of which 3,000 are open, fill some four thousand pages.
const ITEMS = 60_000;
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await fill(world);
});

afterAll(() => world.close());

async function fill({ projector, database }: World): Promise<void> {
  await sql`
    insert into item_row (id, rma_id, number, store_id, customer_ref, delivery, status, rank, status_entered_at,
      created_at, progress, cancelled, administrative, custody_kind, custody_site, visible_sites, sku, product_name,
      product_kind, is_gold, serial, image_count, is_under_warranty, total_180, fee_amount, fee_currency,
      fee_accepted, fee_settled, fee_paid, waiver, waiver_requests, holds, reasons, sub_reasons, factory_reasons,
      factory_sub_reasons, quality_causes, scanned_targets, scan_marks, store_comments, factory_comments,
      follow_ups, expected_latest, version, position)
    select id, id, 'S-' || id, 1 + id % 12, 'c' || id, 'store', status, 1, created, created, 1, false, false, 'site',
      case when id % 3 = 0 then 30 else 31 end,
      case when status = ${Status.Created} then array[1 + id % 12] when id % 2000 = 7 then array[1 + id % 12, 20, 32]
        else array[1 + id % 12, 20, 31] end,
      'RG-1', 'ring', 'ring', true, 'SN' || id, id % 4, id % 3 = 0, 0, 0, 'EUR', true, true, true,
      case when id % 500 = 3 then 11 else 0 end, 0,
      case when id % 500 = 4 then array['missing'] else '{}' end, '{1}',
      '{}', '{}', '{}', '{}', '{}', '[]', 0, 0, 0,
      case when status < ${Status.ShopReceived} then current_date + id % 40 - 10 end, 1, id
    from (select id::integer, now() - (${ITEMS}::integer - id) * interval '10 minutes' as created,
                 case when id <= ${ITEMS}::integer - 3000 then 16 else 1 + id % 15 end as status
            from generate_series(1, ${ITEMS}::integer) id) made`.execute(projector);
  await sql`
    insert into rma_row (id, number, public_reference, store_id, customer_ref, firstname, lastname, fullname,
      phone_code, phone, fullphone, phone_digits, country, address, receiver_name, receiver_phone, delivery,
      platform, is_agent, language, item_ids, created_at, version, position)
    select id, 'R-' || id, 'ref-' || id, store_id, 'c', 'F', 'L' || id, 'F L' || id, '+1', id::text, '', id::text,
      'FR', '', '', '', 'store', 'store', false, 'en', array[id], created_at, 1, id from item_row`.execute(
    projector,
  );
  await sql`
    insert into item_census select id, store_id, status, status_entered_at, date_trunc('week', created_at)::date,
      custody_site, visible_sites, '{}', status_entered_at, position, 1 from item_row`.execute(projector);
  await sql`
    insert into status_counters select k, status, case when status = ${Status.TakenByClient} then 'epoch' else date_trunc('hour', entered_at) end,
      count(*) from item_census, unnest(array[0, - store_id] || sites) k group by 1, 2, 3`.execute(projector);
  await sql`
    insert into search_terms (kind, id, term, field, version)
    select 'item', id, lower(number), 'number', 1 from item_row
    union all select 'item', id, 'rg-1', 'sku', 1 from item_row
    union all select 'item', id, 'sn' || id, 'serial', 1 from item_row
    union all select 'item', id, 'inv/' || id, 'invoice', 1 from item_row
    union all select 'item', id, 'gia' || id, 'certificate', 1 from item_row
    union all select 'item', id, 'trk' || id, 'tracking', 1 from item_row
    union all select 'rma', id, 'web-' || id, 'order', 1 from rma_row
    union all select 'contact', id, 'l' || id, 'name', 1 from rma_row
    union all select 'contact', id, 'l' || id || '@mail.test', 'email', 1 from rma_row
    union all select 'contact', id, '<' || reverse('33' || (600000000 + id)), 'phone', 1 from rma_row`.execute(
    projector,
  );
  const owner = createPool({ connectionString: database.connectionString, role: 'owner', max: 1 });
  for (const table of ['item_row', 'rma_row', 'item_census', 'status_counters', 'search_terms']) {
    await owner.query(`vacuum (analyze) ${table}`);
  }
  await owner.end();
}

const STORE: DataScope = { kind: 'store', siteId: 3 };
const WAREHOUSE: DataScope = { kind: 'site', siteId: 20 };
const RARE_SITE: DataScope = { kind: 'site', siteId: 32 };
const ALL: DataScope = { kind: 'all' };

/** Buffers of tables and indexes that the queries of `work` touched in this transaction, and the seq scans of item_row. */
async function touched(scope: DataScope, work: (trx: Kysely<Database>) => Promise<unknown>) {
  return world.asked(scope, async (trx) => {
    const before = await counts(trx);
    await work(trx);
    const after = await counts(trx);
    return { pages: after.pages - before.pages, scans: after.scans - before.scans };
  });
}

async function counts(trx: Kysely<Database>): Promise<{ pages: number; scans: number }> {
  const { rows } = await sql<{ pages: number; scans: number }>`
    select sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer as pages,
           sum(case when c.relname in ('item_row', 'rma_row', 'item_census', 'search_terms')
             then pg_stat_get_xact_numscans(c.oid) else 0 end)::integer as scans
      from pg_class c where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace`.execute(trx);
  return rows[0] ?? { pages: 0, scans: 0 };
}

const list = (scope: DataScope, request: Partial<ItemListRequest>) => async (trx: Kysely<Database>) => {
  const context = { scope, now: new Date(), policy: DEFAULT_POLICY };
  const { ids } = await listItemIds(trx, { page: 1, pageSize: 50, ...request }, context);
  return findItemRecords(trx, ids);
};

const SAVED_VIEW: Partial<ItemListRequest> = {
  statuses: [1, 15],
  warranty: 'in',
  hasPictures: true,
  waiver: 0,
  siteId: 31,
  sort: '-entered',
};
const CASES: readonly (readonly [string, DataScope, Partial<ItemListRequest>, number])[] = [
  ["the shop's list", STORE, {}, 900],
  ["the shop's list, far back", STORE, { page: 40 }, 5_000],
  ["the shop's tile", STORE, { bucket: 'ready_to_ship_over_72h' }, 900],
  ["the shop's handed over", STORE, { statuses: [16] }, 900],
  ['a stage at a site', WAREHOUSE, { statuses: [4], target: 4 }, 1_500],
  ['all of the factory', WAREHOUSE, { bucket: 'in_factory', target: 6 }, 5_000],
  ['a status the site does not see', WAREHOUSE, { statuses: [1] }, 900],
  ["the site's list", WAREHOUSE, {}, 1_000],
  ['the list of a site that sees little', RARE_SITE, {}, 1_500],
  ['everything', ALL, {}, 900],
  ['some days of everything', ALL, { from: '2026-11-10', to: '2026-11-11' }, 2_000],
  ['a number', ALL, { q: 'S-31234' }, 300],
  ['a name', STORE, { q: 'L777' }, 1_500],
  ['two letters that begin thousands of words', STORE, { q: 'sn' }, 30_000],
  ['two letters, everywhere', ALL, { q: 'sn' }, 45_000],
  ['what is under a hold', STORE, { hold: 'any' }, 900],
  ['one kind of hold, everywhere', ALL, { hold: 'missing' }, 900],
  ['what is waived', ALL, { waiver: 11 }, 900],
  ["the shop's list, due first", STORE, { sort: 'expected' }, 2_500],
  ['everything, due first', ALL, { sort: 'expected' }, 900],
  ['a stage at a site, due first', WAREHOUSE, { statuses: [4], sort: 'expected' }, 1_500],
  ["the shop's late pieces", STORE, { expected: 'late' }, 2_500],
  ['the 750 late pieces of everywhere', ALL, { expected: 'late', sort: 'expected' }, 8_000],
  ['with pictures', STORE, { hasPictures: true }, 5_000],
  ['a saved view of everything at once', STORE, SAVED_VIEW, 1_500],
  ['what a customer has brought', STORE, { customerId: 4_711 }, 300],
];

const KINDS: readonly (readonly [string, string, number])[] = [
  ['a number', 'S-31234', 300],
  ['a tracking number', 'TRK31234', 300],
  ['an invoice', 'INV/31234', 300],
  ['an order', 'WEB-31234', 300],
  ['a serial number', 'SN31234', 300],
  ['a certificate', 'GIA31234', 300],
  ['a phone number', '+33 (0)600 031 234', 300],
  ["a phone's end", '1234', 1_000],
  ['an email', 'l31234@mail.test', 300],
  ['a name', 'L3123', 500],
  ['an SKU that every piece has', 'RG-1', 40_000],
  ['two letters that begin thousands', 'sn', 40_000],
];

describe('lists over many items', () => {
  it.each(CASES)('%s reads few pages, and no table from end to end', async (_name, scope, request, limit) => {
    const { pages, scans } = await touched(scope, list(scope, request));
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(limit);
    expect(scans).toBe(0);
  });

  it.each(KINDS)('the search page finds %s and reads few pages', async (_name, q, limit) => {
    for (const scope of [STORE, ALL]) {
      const { pages, scans } = await touched(scope, async (trx) => {
        const { groups } = await searchByField(trx, q, 'shop');
        expect(scope === ALL ? groups.length : 1).toBeGreaterThan(0);
        await findItemRecords(
          trx,
          groups.flatMap(({ hits }) => hits.map(({ id }) => id)),
        );
      });
      expect(pages).toBeLessThan(limit);
      expect(scans).toBe(0);
    }
  });

  it('the detail of a deposit reads few pages', async () => {
    for (const [scope, id] of [
      [STORE, 31_238],
      [ALL, 31_234],
    ] as const) {
      const options = { audience: 'shop', policy: DEFAULT_POLICY } as const;
      const { pages, scans } = await touched(scope, (trx) => findRmaView(trx, id, options));
      expect(pages).toBeGreaterThan(0);
      expect(pages).toBeLessThan(200);
      expect(scans).toBe(0);
    }
  });

  it('so do the tiles', async () => {
    for (const scope of [STORE, WAREHOUSE, ALL]) {
      const context = { scope, now: new Date(), policy: DEFAULT_POLICY };
      const { pages, scans } = await touched(scope, (trx) => trx.executeQuery(statusCountsIn(context)));
      expect(pages).toBeLessThan(2_000);
      expect(scans).toBe(0);
    }
  });

  it('sees the same items by the short way of a rare site as by the long one', async () => {
    const found = await world.asked(RARE_SITE, list(RARE_SITE, { pageSize: 200 }));
    const { rows } = await sql<{ id: number }>`
      select id from item_row where visible_sites @> '{32}' order by id desc`.execute(world.projector);
    expect(found.map((item) => item.id)).toEqual(rows.map((row) => row.id));
    expect(rows.length).toBeGreaterThan(20);
  });
});
