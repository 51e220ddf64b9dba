import {
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import { shopWall, type ShopWall } from '@atelier/contracts/dashboard/wall-schema.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'admin']);
});
afterAll(() => calls.api.close());

const PERSON = {
  firstName: 'Aurelienne',
  lastName: 'Oppenheimer',
  phone: '612345987',
  email: 'aurelienne@example.test',
};

async function wallOf(who: 'paris' | 'tokyo'): Promise<ShopWall> {
  return shopWall.parse((await calls.call(who, 'GET', '/wall/shop')).body.data);
}

/** Ready since eight days. */
async function ready(contact: Partial<Contact> = {}): Promise<number> {
  const then = servicesOf(calls.api.world, handClock(new Date(Date.now() - 8 * DAY_MS)));
  const form = await newDeposit(calls.api.world);
  const { itemId } = await deposit(then, { ...form, contact: { ...form.contact, ...contact } });
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  return itemId;
}

const comesToday = async (itemId: number, time: object = {}) => {
  const { today } = await wallOf('paris');
  const comes = { outcome: 'will_come', comes_on: today, ...time };
  const call = { rma_item_id: itemId, result: 'Phone contacted', ...comes };
  return calls.call('paris', 'POST', '/add_after_sales', call);
};

const has = (column: { rows: readonly { id: number }[] }, id: number): boolean =>
  column.rows.some((row) => row.id === id);

describe('the wall of a shop (product/dashboard.md §5)', () => {
  it('shows who comes today by number, initials, amount and tray, and nothing that names them', async () => {
    const itemId = await ready(PERSON);
    const stored = await calls.call('paris', 'POST', '/rma/storage', {
      rma_item_ids: [itemId],
      safe: 'A',
      tray: '14',
    });
    expect(stored.status).toBe(200);
    expect((await comesToday(itemId)).status).toBe(200);
    const answer = await calls.call('paris', 'GET', '/wall/shop');
    const wall = shopWall.parse(answer.body.data);
    expect(wall.pickups.rows.find(({ id }) => id === itemId)).toMatchObject({
      initials: 'A. O.',
      from: null,
      storage: { tray: '14' },
    });
    const text = JSON.stringify(answer.body).toLowerCase();
    for (const word of ['aurelienne', 'oppenheimer', '612345987', 'example.test'])
      expect(text).not.toContain(word);
  });

  it('shows the booked time, before those who come at any time', async () => {
    const any = await ready({ ...PERSON, phone: '612345333' });
    const late = await ready({ ...PERSON, phone: '612345444' });
    await comesToday(any);
    expect((await comesToday(late, { comes_at: { from: '22:00', to: '23:00' } })).status).toBe(200);
    const { rows } = (await wallOf('paris')).pickups;
    expect(rows.find(({ id }) => id === late)).toMatchObject({ from: '22:00' });
    const order = rows.map(({ id }) => id);
    expect(order.indexOf(late)).toBeLessThan(order.indexOf(any));
  });

  it('lists who is to be called, once, and no more after the call', async () => {
    const itemId = await ready({ ...PERSON, phone: '612345111' });
    must(await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'RemindCustomer' })));
    const before = await wallOf('paris');
    expect(has(before.calls, itemId)).toBe(true);
    expect((await comesToday(itemId)).status).toBe(200);
    const after = await wallOf('paris');
    expect([has(after.calls, itemId), has(after.pickups, itemId)]).toEqual([false, true]);
    expect(after.calls.total).toBe(before.calls.total - 1);
  });

  it('has what is ready to ship, the longest waiting first, and what is on its way', async () => {
    const form = await newDeposit(calls.api.world);
    const { itemId } = await deposit(calls.services, form);
    const { pack, arriving } = await wallOf('paris');
    expect(has(pack, itemId)).toBe(true);
    const entered = pack.rows.map((row) => row.status_entered_at);
    expect(entered).toEqual(entered.toSorted());
    expect(arriving.rows.every(({ pieces }) => pieces > 0)).toBe(true);
  });

  it('is of one shop: others see theirs, operation none, administrators name one', async () => {
    const itemId = await ready(PERSON);
    await comesToday(itemId);
    const other = await wallOf('tokyo');
    expect([has(other.pickups, itemId), other.site.id === (await wallOf('paris')).site.id]).toEqual([
      false,
      false,
    ]);
    expect((await calls.call('warehouse', 'GET', '/wall/shop')).status).toBe(403);
    expect((await calls.call('admin', 'GET', '/wall/shop')).status).toBe(400);
    const { site } = await wallOf('paris');
    expect((await calls.call('admin', 'GET', `/wall/shop?site_id=${site.id}`)).status).toBe(200);
    const foreign = shopWall.parse(
      (await calls.call('tokyo', 'GET', `/wall/shop?site_id=${site.id}`)).body.data,
    );
    expect(foreign.site.id).not.toBe(site.id);
  });

  it('shows no initials of an erased person', async () => {
    const itemId = await ready({ ...PERSON, phone: '612345222' });
    await comesToday(itemId);
    await calls.api.world.store.erase([`rma-${await calls.rmaOf(itemId)}`], 'GDPR article 17');
    const left = (await wallOf('paris')).pickups.rows.find(({ id }) => id === itemId);
    expect(left?.initials ?? '').toBe('');
  });
});
