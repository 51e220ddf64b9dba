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
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { callListView, type CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { instant } from '../testing/testing-instant.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory']);
});
afterAll(() => calls.api.close());

type PersonName = Parameters<Calls['call']>[0];

async function listOf(who: PersonName): Promise<CallListView> {
  const { body } = await calls.call(who, 'GET', '/call_list');
  return callListView.parse(body.data);
}
const numbersOf = (list: CallListView) => list.clients.flatMap(({ items }) => items.map(({ id }) => id));

const DAYS_AGO = (days: number) =>
  servicesOf(calls.api.world, handClock(new Date(Date.now() - days * DAY_MS)));

/** Ready since eight days, and reminded today. */
async function reminded(contact: Partial<Contact> = {}): Promise<number> {
  const then = DAYS_AGO(8);
  const form = await newDeposit(calls.api.world);
  const { itemId } = await deposit(then, { ...form, contact: { ...form.contact, ...contact } });
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  must(await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'RemindCustomer' })));
  return itemId;
}

const log = (itemId: number, body: object) =>
  calls.call('paris', 'POST', '/add_after_sales', { rma_item_id: itemId, ...body });

describe('the call list (product/reminders.md §4)', () => {
  it('lists who is due a call, for their own shop alone', async () => {
    const itemId = await reminded({ phone: '612000001' });
    const list = await listOf('paris');
    const client = list.clients.find(({ item_id: id }) => id === itemId);
    expect(client).toMatchObject({ calls: 0, last: null, agreed_on: null, items: [{ id: itemId }] });
    expect(client?.fullphone).toContain('612000001');
    expect(numbersOf(await listOf('tokyo'))).toEqual([]);
    expect((await calls.call('warehouse', 'GET', '/call_list')).status).toBe(403);
    expect((await calls.call('tokyo', 'GET', `/call_list/code?rma_item_id=${itemId}`)).status).toBe(404);
    const code = await calls.call('paris', 'GET', `/call_list/code?rma_item_id=${itemId}`);
    expect(code.data).toHaveProperty('qr', expect.stringMatching(/^data:image\/svg/));
  });

  it('stands as it was at a past moment, with the calls logged by then', async () => {
    const itemId = await reminded({ phone: '612000009' });
    const before = await instant();
    const logged = await log(itemId, { result: 'Phone no answer', outcome: 'no_answer' });
    expect(logged.status).toBe(200);
    const today = await listOf('paris');
    expect(numbersOf(today)).not.toContain(itemId);
    await calls.api.world.settle();

    const { body } = await calls.call('paris', 'GET', `/call_list?as_of=${before}`);
    const then = callListView.parse(body.data);
    expect(body).toMatchObject({ moment: { as_of: before, known_at: null } });
    const client = then.clients.find(({ item_id: id }) => id === itemId);
    expect(client).toMatchObject({ calls: 0, last: null, items: [{ id: itemId }] });
    expect(client?.fullphone).toContain('612000009');
    expect(then.later).toBe(today.later - 1);
    const count = await calls.call('paris', 'GET', `/call_list/count?as_of=${before}`);
    expect(count.data).toMatchObject({ due: then.clients.length });

    const known = await calls.call('paris', 'GET', `/call_list?known_at=${before}`);
    expect(numbersOf(callListView.parse(known.body.data))).toContain(itemId);
    const longAgo = new Date(Date.now() - 30 * DAY_MS).toISOString();
    const none = await calls.call('paris', 'GET', `/call_list?as_of=${longAgo}`);
    expect(none.data).toMatchObject({ clients: [], texts: [] });
    const other = await calls.call('tokyo', 'GET', `/call_list?as_of=${before}`);
    expect(numbersOf(callListView.parse(other.body.data))).toEqual([]);
    const future = new Date(Date.now() + DAY_MS).toISOString();
    expect((await calls.call('paris', 'GET', `/call_list?as_of=${future}`)).status).toBe(400);
  });

  it('groups the pieces of a client over several deposits', async () => {
    const person = { phone: '612000002', firstName: 'Jade', lastName: 'Roux' };
    const ids = [await reminded(person), await reminded(person)];
    const own = (await listOf('paris')).clients.filter(({ items }) =>
      items.some(({ id }) => ids.includes(id)),
    );
    expect(own.map(({ items }) => items.map(({ id }) => id))).toEqual([ids]);
  });

  it('is left with a call until the agreed day, and counts what was called today', async () => {
    const itemId = await reminded({ phone: '612000003' });
    const before = await listOf('paris');
    expect(numbersOf(before)).toContain(itemId);
    const call = { result: 'Phone no answer', outcome: 'no_answer' };
    expect((await log(itemId, { ...call, result: 'Phone contacted' })).status).toBe(400);
    expect((await log(itemId, { ...call, outcome: undefined, comes_on: before.today })).status).toBe(400);
    expect((await log(itemId, call)).status).toBe(200);
    const after = await listOf('paris');
    expect(numbersOf(after)).not.toContain(itemId);
    expect([after.left_today, after.later]).toEqual([before.left_today + 1, before.later + 1]);
    const listed = await calls.call('paris', 'GET', `/get_after_sale_list?rma_item_id=${itemId}`);
    expect(listed.body.data).toMatchObject([
      { result: 'Phone no answer', outcome: 'no_answer', comes_on: null },
    ]);
  });

  it('holds a client again once the agreed day has come, though no reminder is due', async () => {
    const itemId = await reminded({ phone: '612000004' });
    const agreed = { outcome: 'no_answer', comesOn: null } as const;
    const call = { ...agreed, timeZone: 'Europe/Paris' };
    const followUp = { type: 'RecordFollowUp', result: 'Phone no answer', note: null, call } as const;
    must(await runItemCommand(DAYS_AGO(3), paris(), itemId, () => followUp));
    const client = (await listOf('paris')).clients.find(({ item_id: id }) => id === itemId);
    expect(client).toMatchObject({ calls: 1, last: { outcome: 'no_answer' } });
    expect(client?.agreed_on).not.toBeNull();
  });

  it('takes a day for who will come, and refuses one that is over', async () => {
    const itemId = await reminded({ phone: '612000005' });
    const { today } = await listOf('paris');
    const call = { result: 'Phone contacted', outcome: 'will_come' };
    expect((await log(itemId, { ...call, comes_on: addDays(today, -1) })).status).toBe(400);
    expect((await log(itemId, call)).status).toBe(400);
    expect((await log(itemId, { ...call, comes_on: addDays(today, 2) })).status).toBe(200);
    expect(numbersOf(await listOf('paris'))).not.toContain(itemId);
  });

  it('leaves out erased clients', async () => {
    const itemId = await reminded({ phone: '612000006' });
    expect(numbersOf(await listOf('paris'))).toContain(itemId);
    await calls.api.world.store.erase([`rma-${await calls.rmaOf(itemId)}`], 'GDPR article 17');
    const after = await calls.call('paris', 'GET', '/call_list');
    expect(JSON.stringify(after.body)).not.toContain('612000006');
  });
});
