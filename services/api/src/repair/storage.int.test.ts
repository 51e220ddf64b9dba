import { rmaResponse } from '@atelier/contracts/repair-detail/schema.ts';
import { itemsCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'warehouse', 'tokyo']);
});
afterAll(() => world.api.close());

const store = (who: PersonName, ids: readonly number[], place: object, headers = {}) =>
  world.call(who, 'POST', '/rma/storage', { rma_item_ids: ids, ...place }, headers);

async function rmaIdOf(itemId: number): Promise<number> {
  const { events } = await world.api.world.store.readStream(`item-${itemId}`);
  const data: object = events[0]?.data ?? {};
  return 'rmaId' in data ? Number(data.rmaId) : 0;
}

async function storageOf(itemId: number, query = '', who: PersonName = 'paris') {
  const rma = await must(world.call(who, 'GET', `/rma/${await rmaIdOf(itemId)}${query}`));
  return dataOf(rmaResponse.shape.data, rma).items.find(({ id }) => id === itemId)?.storage;
}

const versionOf = (id: number) =>
  world.api.world.store.readStream(`item-${id}`).then(({ version }) => version);

describe('the place of pieces in a shop (product/repair.md §19)', () => {
  it('is given to several at once, shown to the shop alone', async () => {
    const [first, second] = [await world.journey.waiting(), await world.journey.waiting()];
    const place = { safe: 'Safe 2', tray: 'Tray 14' };
    const answer = await must(store('paris', [first.itemId, second.itemId], place));
    expect(dataOf(itemsCommandResponse.shape.data, answer)).toMatchObject([
      { id: first.itemId, success: true },
      { id: second.itemId, success: true },
    ]);
    for (const { itemId } of [first, second]) expect(await storageOf(itemId)).toEqual(place);
    expect(await storageOf(first.itemId, '', 'warehouse')).toBeNull();
  });

  it('is written once for a call that is sent again under its key', async () => {
    const { itemId } = await world.journey.waiting();
    const key = { 'idempotency-key': 'place-once' };
    await must(store('paris', [itemId], { tray: 'Tray 1' }, key));
    const version = await versionOf(itemId);
    await must(store('paris', [itemId], { tray: 'Tray 1' }, key));
    expect(await versionOf(itemId)).toBe(version);
  });

  it('is refused row by row, and to a shop that does not have the piece', async () => {
    const here = await world.journey.waiting();
    const sent = await world.journey.deposit();
    await world.journey.send([sent.itemId], `ST-${sent.itemId}`);
    const { body } = await store('paris', [here.itemId, sent.itemId], { safe: 'Safe 2' });
    expect(body).toMatchObject({ code: 'partly_done' });
    expect(body.data).toMatchObject([
      { id: here.itemId, success: true },
      { id: sent.itemId, success: false, code: 'custody_elsewhere' },
    ]);
    expect((await store('tokyo', [here.itemId], { safe: 'Safe 9' })).status).toBe(404);
    expect((await store('warehouse', [here.itemId], { safe: 'Safe 9' })).status).toBe(403);
    expect((await store('paris', [here.itemId], { safe: 'x'.repeat(25) })).status).toBe(400);
  });

  it('reads in the history as it was then', async () => {
    const { itemId } = await world.journey.waiting();
    await must(store('paris', [itemId], { tray: 'Tray 3' }));
    const before = await instant();
    await must(store('paris', [itemId], { tray: 'Tray 4' }));
    expect(await storageOf(itemId, `?as_of=${before}`)).toEqual({ safe: '', tray: 'Tray 3' });
    expect(await storageOf(itemId)).toEqual({ safe: '', tray: 'Tray 4' });
    const history = await must(world.call('paris', 'GET', `/rma/history?rma_item_id=${itemId}`));
    expect(history.body.data).toContainEqual(
      expect.objectContaining({
        type: 'StoragePlaceSet',
        details: expect.objectContaining({ place: { safe: '', tray: 'Tray 3' } }),
      }),
    );
  });
});
