import { historyResponse } from '@atelier/contracts/repair-detail/schema.ts';
import { itemCustodyOf } from '../custody/testing-custody.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import type { PersonName } from '../testing/testing-api.ts';

let world: PackageWorld;
beforeAll(async () => {
  world = await openPackages(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
});
afterAll(() => world.api.close());

const put = (who: PersonName, body: object) => world.call(who, 'PUT', '/rmastatus', body);
const statusOf = async (itemId: number) =>
  (await world.call('admin', 'GET', `/rma/item?rma_item_id=${itemId}`)).status === 200
    ? itemCustodyOf(await world.call('admin', 'GET', `/custody?rma_item_id=${itemId}`)).item.rma_status_id
    : null;

const historyOf = async (itemId: number) =>
  dataOf(
    historyResponse.shape.data,
    await world.call('warehouse', 'GET', `/rma/history?rma_item_id=${itemId}`),
  );

describe('PUT /rmastatus sends the package of 2, 14 and 18 (product/repair.md §2)', () => {
  it('1 → 2 sends a package of one', async () => {
    const { itemId } = await world.journey.deposit();
    expect((await put('paris', { id: itemId, rma_status_id: 2 })).code).toBe('needs_package');
    await world.journey.bind([itemId], `ONE-${itemId}`);
    expect((await put('paris', { id: itemId, rma_status_id: 2 })).code).toBe('cannot_send');
    await world.journey.sign(`ONE-${itemId}`);
    expect((await put('paris', { id: itemId, rma_status_id: 2 })).status).toBe(200);
    const status = await world.call('paris', 'GET', `/packagestatus?tracking_no=ONE-${itemId}&order_type=1`);
    expect(await statusOf(itemId)).toBe(2);
    expect(status.data).toHaveProperty('can_send', false);
    expect((await put('paris', { id: itemId, rma_status_id: 2 })).code).toBe('already_in_status');
  });

  it('one of two is refused with the package and the other; both together are sent once', async () => {
    const [one, two] = [await world.journey.deposit(), await world.journey.deposit()];
    const ids = [one.itemId, two.itemId];
    const tracking = `TWO-${one.itemId}`;
    await world.journey.bind(ids, tracking);
    await world.journey.sign(tracking);
    const refused = await put('paris', { id: one.itemId, rma_status_id: 2 });
    expect([refused.status, refused.code]).toEqual([400, 'package_has_other_items']);
    expect(refused.data).toMatchObject({ tracking_no: tracking, item_ids: [two.itemId] });
    expect(await statusOf(one.itemId)).toBe(1);
    const body = { ids, rma_status_id: 2 };
    const key = { 'idempotency-key': `both-${tracking}` };
    const sent = await world.call('paris', 'PUT', '/rmastatus', body, key);
    expect(sent.data).toMatchObject(ids.map((id) => ({ id, success: true })));
    expect([await statusOf(one.itemId), await statusOf(two.itemId)]).toEqual([2, 2]);
    expect((await world.call('paris', 'PUT', '/rmastatus', body, key)).data).toEqual(sent.data);
  });

  it('13 → 14 sends the package home', async () => {
    const { itemId } = await world.journey.repaired();
    await world.journey.bind([itemId], `HOME-${itemId}`, {}, 'warehouse');
    await world.journey.sign(`HOME-${itemId}`, 'warehouse');
    expect((await put('warehouse', { id: itemId, rma_status_id: 14 })).status).toBe(200);
    expect(await statusOf(itemId)).toBe(14);
  });
});

describe('undo over HTTP (product/repair.md §5)', () => {
  it('stores and shows its reason, and refuses a target that is not where the piece came from', async () => {
    const { itemId } = await world.journey.repaired();
    const undo = (target: number) =>
      put('warehouse', { id: itemId, rma_status_id: target, move: 'undo', reason: 'wrong tray' });
    expect((await undo(3)).code).toBe('undo_other_target');
    expect((await undo(12)).status).toBe(200);
    const history = await historyOf(itemId);
    expect(history.at(-1)).toMatchObject({
      from_status: 13,
      to_status: 12,
      move: 'undo',
      reason: 'wrong tray',
    });
  });
});

describe('1 → 3 with override and reason (product/repair.md §2)', () => {
  const override = (who: PersonName, id: number, more: object = { reason: 'brought by hand' }) =>
    put(who, { id, rma_status_id: 3, move: 'override', ...more });

  it('works for who may receive, though the piece never left its shop', async () => {
    const { itemId, number } = await world.journey.deposit();
    const scan = await world.call('warehouse', 'POST', '/scan', { code: number, target: 3 });
    expect(scan.data).toMatchObject({ verdict: 'wrong_stage', rma_status_id: 1, item: null });
    expect((await override('warehouse', itemId, {})).status).toBe(404);
    expect((await override('warehouse', itemId)).status).toBe(200);
    const history = await historyOf(itemId);
    expect(history.at(-2)).toMatchObject({ to_status: 3, move: 'override', reason: 'brought by hand' });
  });

  it('takes it out of the draft it was packed in', async () => {
    const [one, two] = [await world.journey.deposit(), await world.journey.deposit()];
    await world.journey.bind([one.itemId, two.itemId], `DRAFT-${one.itemId}`);
    expect((await override('warehouse', one.itemId)).status).toBe(200);
    await world.journey.sign(`DRAFT-${one.itemId}`);
    expect((await put('paris', { id: two.itemId, rma_status_id: 2 })).status).toBe(200);
  });

  it('shows a shop, and who does not receive, nothing', async () => {
    const { itemId, number } = await world.journey.deposit();
    expect((await override('tokyo', itemId)).status).toBe(403);
    const scan = await world.call('tokyo', 'POST', '/scan', { code: number, target: 3 });
    expect(scan.data).toMatchObject({ verdict: 'not_expected', item: null });
    const bare = await world.call('warehouse', 'POST', '/scan', { code: String(itemId), target: 3 });
    expect(bare.data).toHaveProperty('verdict', 'unknown');
    const elsewhere = await world.call('warehouse', 'POST', '/scan', { code: number, target: 4 });
    expect(elsewhere.data).toMatchObject({ verdict: 'not_expected', item: null });
  });

  it('from any other status it stays out of sight', async () => {
    const { itemId } = await world.journey.repaired();
    expect((await override('factory', itemId)).status).toBe(404);
  });
});
