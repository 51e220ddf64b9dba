import { statusOf } from '@atelier/domain/shared/status.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonName } from '../testing/testing-api.ts';
import { STORIES, openReadWorld, type ReadWorld } from './testing-reads.ts';

let reads: ReadWorld;
const get: ReadWorld['get'] = (...call) => reads.get(...call);
const items: ReadWorld['items'] = (...call) => reads.items(...call);
const rawItems = () => reads.raw();

beforeAll(async () => {
  reads = await openReadWorld();
});

afterAll(() => reads.api.close());

describe('what each audience reads', () => {
  it('shows the shop its customer, operation the name, others nothing', async () => {
    const seenByBoth = (await rawItems()).find(
      (item) => item.store_id === 1 && item.visible_sites.includes(31),
    );
    if (seenByBoth === undefined) throw new Error('no item seen by both');
    const { id, rma_id: rmaId } = seenByBoth;
    const find = async (person: PersonName) =>
      (await items(person, `/rmalist?rma_id=${rmaId}`)).rows.find((row) => row.id === id);
    expect(await find('paris')).toMatchObject({
      fullname: `First${rmaId} Name${rmaId}`,
      email: `name${rmaId}@store1.test`,
      fullphone: `+33 6${10_000_000 + rmaId}`,
    });
    expect(await find('factory')).toMatchObject({
      fullname: `First${rmaId} Name${rmaId}`,
      email: '',
      fullphone: '',
    });
    const detail = await get('factory', `/rma/${rmaId}`);
    expect(detail.text).not.toContain('rue de la Paix');
    expect(detail.text).not.toContain('ref-');
    expect((await get('paris', `/rma/${rmaId}`)).text).toContain('rue de la Paix');
  });
});

describe('the detail', () => {
  const own = STORIES.find((story) => story.storeId === 1 && story.item.length > 4);
  if (own === undefined) throw new Error('no story');

  it('holds the deposit and its items, with the version in ETag', async () => {
    const { status, data, headers } = await get('paris', `/rma/${own.rmaId}`);
    expect(status).toBe(200);
    expect(headers['etag']).toBe('"1"');
    expect(data).toMatchObject({
      id: own.rmaId,
      number: `S1-R${own.rmaId}`,
      store: { id: 1, code: 'PAR' },
      items: [{ id: own.itemId, version: own.item.length, rma_id: own.rmaId }],
    });
  });

  it('shows the whole history, oldest first', async () => {
    const { data, total } = await get('paris', `/rma/history?rma_item_id=${own.itemId}`);
    expect(total).toBe(own.item.length);
    expect(data).toMatchObject(
      own.item.map((event, index) => ({
        version: index + 1,
        type: event.type,
        to_status:
          event.type === 'ItemStatusChanged' ? event.data.to : event.type === 'ItemDeposited' ? 1 : null,
      })),
    );
  });

  it('names every field of the history as the other answers do', async () => {
    const names = new Set<string>();
    for (const { itemId } of STORIES) {
      const { data } = await get('admin', `/rma/history?rma_item_id=${itemId}`);
      JSON.stringify(data, (name, value: unknown) => {
        if (Number.isNaN(Number(name))) names.add(name);
        return value;
      });
    }
    expect(names.size).toBeGreaterThan(20);
    expect([...names].filter((name) => !/^[a-z0-9_]*$/.test(name))).toEqual([]);
  });

  it('shows the remarks with their authors', async () => {
    const remarked = STORIES.find(
      (story) => story.storeId === 1 && story.item.some((event) => event.type === 'CommentAdded'),
    );
    const { data } = await get('paris', `/comments?id=${remarked?.itemId}&comment_type=1`);
    const said = remarked?.item.filter((event) => event.type === 'CommentAdded') ?? [];
    expect(data).toMatchObject(
      said.map((_, index) => ({ comment: 'please hurry', comment_type: 1, index: index + 1 })),
    );
    expect((await get('paris', `/comments?id=${remarked?.itemId}&comment_type=2`)).data).toEqual([]);
  });

  it('is not there outside the store, nor for an id that does not exist: the two look alike', async () => {
    const unknown = await get('tokyo', '/rma/987654321');
    for (const url of [
      `/rma/${own.rmaId}`,
      `/rma/history?rma_item_id=${own.itemId}`,
      `/comments?id=${own.itemId}`,
      `/getSignature?rma_item_id=${own.itemId}`,
    ]) {
      const answer = await get('tokyo', url);
      expect([url, answer.status, answer.text]).toEqual([url, 404, unknown.text]);
    }
  });
});

describe('no byte of another store (product/reliability.md §22)', () => {
  it('reaches a shop through any read', async () => {
    const foreign = STORIES.filter((story) => story.storeId === 5);
    const canaries = foreign.flatMap(({ rmaId, itemId }) => [
      `First${rmaId}"`,
      `Name${rmaId}"`,
      `name${rmaId}@`,
      `S5-${itemId}`,
      `S5-R${rmaId}`,
      `SN${itemId}`,
      `INV-${itemId}`,
      `"id":${itemId},`,
      `"rma_id":${rmaId},`,
    ]);
    const some = foreign.slice(0, 12);
    const urls = [
      '/rma?page_size=200',
      '/rma?page_size=200&sort=oldest',
      '/rmalist?page_size=200',
      '/rmalist?store_id=5',
      '/rmalist?site_id=5',
      '/rmalist?bucket=in_factory',
      '/rmasenttowarehoure?page_size=200',
      '/rmaintransittoshop?page_size=200',
      '/packages?direction=inbound',
      '/packages?direction=outbound',
      '/dashboard/stats',
      '/dashboard/create_history',
      ...some.flatMap(({ rmaId, itemId }) => [
        `/rma/${rmaId}`,
        `/rma?rma_id=${rmaId}`,
        `/rmalist?q=S5-${itemId}`,
        `/rmalist?q=Name${rmaId}`,
        `/rmalist?q=name${rmaId}@store5.test`,
        `/rma/history?rma_item_id=${itemId}`,
        `/comments?id=${itemId}`,
        `/getSignature?rma_item_id=${itemId}`,
      ]),
    ];
    for (const url of urls) {
      const { text } = await get('paris', url);
      const leaked = canaries.filter((canary) => text.includes(canary));
      expect([url, leaked]).toEqual([url, []]);
    }
    const counted = await get('paris', '/dashboard/stats');
    const own = (await rawItems()).filter(
      (item) => item.store_id === 1 && statusOf(item.status).bucket !== null,
    );
    expect(counted.data).toMatchObject({ total: own.length });
  });

  it('nor does a site read what never came by', async () => {
    const unseen = (await rawItems()).filter((item) => !item.visible_sites.includes(20));
    const { text } = await get('warehouse', '/operationrma?page_size=200');
    expect(unseen.filter((item) => text.includes(`"${item.number}"`))).toEqual([]);
    expect((await get('warehouse', `/rma/${unseen[0]?.rma_id}`)).status).toBe(404);
  });

  it('not even to a query of the app that forgets its filter', async () => {
    const { world } = reads.api;
    const seen = await world.asked({ kind: 'store', siteId: 1 }, async (trx) => ({
      items: await trx.selectFrom('item_row').select('store_id').execute(),
      deposits: await trx.selectFrom('rma_row').select('store_id').execute(),
      census: await trx.selectFrom('item_census').select('store_id').execute(),
      counters: await trx.selectFrom('status_counters').select('scope_key').execute(),
      progress: await trx.selectFrom('customer_progress').select('item_id').execute(),
    }));
    for (const part of [seen.items, seen.deposits, seen.census]) {
      expect(part.length).toBeGreaterThan(10);
      expect(new Set(part.map((row) => row.store_id))).toEqual(new Set([1]));
    }
    expect(new Set(seen.counters.map((row) => row.scope_key))).toEqual(new Set([-1]));
    expect(seen.progress).toEqual([]);
    const nobody = await world.db.selectFrom('item_row').select('id').execute();
    expect(nobody).toEqual([]);
  });
});
