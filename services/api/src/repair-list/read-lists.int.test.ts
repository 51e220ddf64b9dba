import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { isSaved } from '@atelier/domain/repair/scanning/scanning.ts';
import { statusOf, Status } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonName } from '../testing/testing-api.ts';
import { NOW, STORIES, idsOf, openReadWorld, type RawItem, type ReadWorld } from './testing-reads.ts';

let reads: ReadWorld;
const get: ReadWorld['get'] = (...call) => reads.get(...call);
const items: ReadWorld['items'] = (...call) => reads.items(...call);
const rawItems = () => reads.raw();

beforeAll(async () => {
  reads = await openReadWorld();
});

afterAll(() => reads.api.close());

describe('lists', () => {
  it("GET /rma gives the shop's own items, newest first, page by page, with the total", async () => {
    const own = (await rawItems()).filter((item) => item.store_id === 1);
    const pages = [1, 2, 3, 4, 5].map((page) => items('paris', `/rma?page=${page}&page_size=40`));
    const answers = await Promise.all(pages);
    expect(answers.flatMap(({ rows }) => idsOf(rows))).toEqual(idsOf(own).slice(0, 200));
    expect(answers.map(({ total }) => total)).toEqual(answers.map(() => own.length));
    expect(own.length).toBeGreaterThan(80);
  });

  const FILTERS: readonly (readonly [string, (item: RawItem) => boolean])[] = [
    ['status=1', (item) => item.status === Status.Created],
    [
      'status=4,5,6,17',
      (item) =>
        item.status === Status.SAVCheckResult ||
        (item.status >= Status.RepairProcess && item.status <= Status.RepairQC),
    ],
    ['bucket=in_factory', (item) => statusOf(item.status).bucket === 'in_factory'],
    ['bucket=in_transit', (item) => item.status === Status.LogisticsShipOut],
    [
      'bucket=ready_to_ship_over_72h',
      (item) => item.status === Status.Created && isOld(item, DEFAULT_POLICY.readyToShipOverMs),
    ],
    ['bucket=waiting_for_customer', (item) => item.status === Status.ShopReceived],
    [
      'bucket=waiting_for_customer_over_week',
      (item) => item.status === Status.ShopReceived && isOld(item, DEFAULT_POLICY.waitingOverMs),
    ],
    ['bucket=in_factory&status=4', (item) => item.status === Status.RepairProcess],
    ['warranty=in', (item) => item.is_under_warranty],
    ['warranty=out&status=1', (item) => !item.is_under_warranty && item.status === Status.Created],
    ['store_id=1', (item) => item.store_id === 1],
    ['site_id=31', (item) => standsAt(item, 31)],
    ['pictures=no&status=4', (item) => item.image_count === 0 && item.status === Status.RepairProcess],
    ['pictures=yes', (item) => item.image_count > 0],
    ['waived_fee=0&warranty=in', (item) => item.waiver === 0 && item.is_under_warranty],
    ['waived_fee=11', (item) => item.waiver === 11],
    ['hold=any', (item) => item.holds.length > 0],
    ['hold=missing', (item) => item.holds.includes('missing')],
  ];
  /** At 18 a piece is between two sites and stands at both. */
  const standsAt = (item: RawItem, site: number): boolean =>
    item.custody_site === site ||
    (item.status === Status.MCToCN && (item.custody_from === site || item.custody_to === site));
  const isOld = (item: RawItem, ms: number): boolean =>
    item.status_entered_at.getTime() <= NOW.getTime() - ms;

  it.each(FILTERS)('GET /rmalist?%s equals the same filter over the raw rows', async (filter, wanted) => {
    for (const [person, sees] of VIEWS) {
      const expected = (await rawItems()).filter((item) => sees(item) && wanted(item));
      const { rows, total } = await items(person, `/rmalist?page_size=200&${filter}`);
      expect([person, idsOf(rows)]).toEqual([person, idsOf(expected).slice(0, 200)]);
      expect(total).toBe(expected.length);
    }
  });

  const VIEWS: readonly (readonly [PersonName, (item: RawItem) => boolean])[] = [
    ['paris', (item) => item.store_id === 1],
    ['tokyo', (item) => item.store_id === 5],
    ['warehouse', (item) => item.visible_sites.includes(20)],
    ['factory', (item) => item.visible_sites.includes(31)],
    ['admin', () => true],
  ];

  it('filters by the day of the deposit in the time zone of the asker', async () => {
    const [newest] = (await rawItems()).filter((item) => item.store_id === 5);
    const day = newest?.created_at.toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' }) ?? '';
    const { rows } = await items('tokyo', `/rma?from=${day}&to=${day}&page_size=200`);
    const expected = (await rawItems()).filter(
      (item) =>
        item.store_id === 5 && item.created_at.toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' }) === day,
    );
    expect(idsOf(rows)).toEqual(idsOf(expected));
    expect(rows.every((row) => row.received_date === day)).toBe(true);
  });

  it('marks against a target: unscanned first, then oldest', async () => {
    const { rows } = await items('factory', '/operationrma?target=4&bucket=in_factory&page_size=200');
    const firstScanned = rows.findIndex((row) => row.is_scanned);
    expect(firstScanned).toBeGreaterThan(0);
    expect(rows.slice(firstScanned).every((row) => row.is_scanned)).toBe(true);
    for (const part of [rows.slice(0, firstScanned), rows.slice(firstScanned)]) {
      const entered = part.map((row) => row.status_entered_at);
      expect(entered).toEqual(entered.toSorted());
    }
    for (const row of rows) {
      const { status } = (await rawItems()).find((item) => item.id === row.id) ?? {};
      expect(row.is_saved).toBe(status !== undefined && isSaved(status, 4));
    }
  });

  it('sorts as asked and refuses what it does not know', async () => {
    const { rows } = await items('paris', '/rma?sort=entered&page_size=200');
    const entered = rows.map((row) => row.status_entered_at);
    expect(entered).toEqual(entered.toSorted());
    for (const [query, code] of [
      ['sort=price', 'unknown_sort'],
      ['target=30', 'too_big'],
      ['bucket=none', 'invalid_value'],
      ['page_size=201', 'too_big'],
      ['page=0', 'too_small'],
      ['nonsense=1', 'unrecognized_key'],
    ]) {
      const { status, text } = await get('paris', `/rma?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(text).toContain(code);
    }
  });

  it('has a list per status, and no list for an unknown one', async () => {
    const { rows } = await items('factory', '/operationrmabystatus/4?page_size=200');
    expect(rows.every((row) => row.rma_status_id === Status.RepairProcess)).toBe(true);
    expect((await get('factory', '/operationrmabystatus/99')).status).toBe(404);
    const sent = await items('warehouse', '/rmasenttowarehoure?page_size=200');
    expect(new Set(sent.rows.map((row) => row.rma_status_id))).toEqual(new Set([2]));
    const transit = await items('paris', '/rmaintransittoshop');
    expect(
      transit.rows.every((row) => row.rma_status_id === Status.LogisticsShipOut && row.store_id === 1),
    ).toBe(true);
  });

  it('answers 403 to the other half of the app', async () => {
    expect((await get('paris', '/operationrma')).status).toBe(403);
    expect((await get('warehouse', '/rma')).status).toBe(403);
    expect((await get('paris', '/dashboard/board')).status).toBe(403);
    expect((await get(undefined, '/rmalist')).status).toBe(401);
  });
});

describe('search', () => {
  const one = STORIES.find((story) => story.storeId === 1 && story.item.length > 3);
  if (one === undefined) throw new Error('no story');
  const { rmaId, itemId } = one;

  it.each([
    ['item number', `S1-${itemId}`],
    ['its digits alone', String(itemId)],
    ['serial', `sn${itemId}`],
    ['invoice', `INV-${itemId}`],
    ['order', `O-${rmaId}`],
    ['RMA number', `s1-r${rmaId}`],
    ['name, in any case', `NAME${rmaId}`],
    ['both names', `first${rmaId} name${rmaId}`],
    ['both names, turned', `Name${rmaId} First${rmaId}`],
    ['mail', `name${rmaId}@store1.test`],
    ['phone as at home', `06${10_000_000 + rmaId}`],
    ['phone as abroad', `+33 6 ${10_000_000 + rmaId}`],
    ['the end of the phone', String(10_000_000 + rmaId)],
  ])('finds an item by %s', async (_what, q) => {
    const { rows, total } = await items('paris', `/rma?q=${encodeURIComponent(q)}`);
    expect(idsOf(rows)).toContain(itemId);
    expect(total).toBe(rows.length);
    expect(rows.length).toBeLessThan(5);
    const elsewhere = await items('tokyo', `/rma?q=${encodeURIComponent(q)}`);
    expect(idsOf(elsewhere.rows)).not.toContain(itemId);
  });

  it('finds nothing for nonsense, and everything for blanks', async () => {
    expect((await items('paris', '/rma?q=zzzz-nothing')).rows).toEqual([]);
    expect((await items('paris', '/rma?q=%20%20')).rows.length).toBeGreaterThan(10);
    expect((await items('paris', `/rma?q=${encodeURIComponent('%_\\')}`)).rows).toEqual([]);
  });
});
