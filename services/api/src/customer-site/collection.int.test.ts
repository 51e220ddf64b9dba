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
import { customerStatusResponse, type CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { callListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { bookedPickupsResponse } from '@atelier/contracts/repair/pickup-booked-schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
let address = 0;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory']);
});
afterAll(() => calls.api.close());

interface Link {
  readonly itemId: number;
  readonly rmaId: number;
  readonly reference: string;
}

/** A piece that waits at its shop since some days, and the link of its client. */
async function waiting(days = 1): Promise<Link> {
  const then = servicesOf(calls.api.world, handClock(new Date(Date.now() - days * DAY_MS)));
  const { itemId } = await deposit(then, await newDeposit(calls.api.world));
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  return linkOf(itemId);
}

async function linkOf(itemId: number): Promise<Link> {
  const rmaId = await calls.rmaOf(itemId);
  const { body } = await calls.call('paris', 'GET', `/rma/${rmaId}`);
  const { public_reference: reference } = body.data as { public_reference: string };
  return { itemId, rmaId, reference };
}

/** From another address each time: decisions are limited by address. */
const remoteAddress = () => `203.0.113.${(address += 1)}`;
const post = (path: string, payload: object) =>
  calls.app.inject({ method: 'POST', url: `/api/customer/${path}`, payload, remoteAddress: remoteAddress() });
const page = async (query: Record<string, string>): Promise<CustomerStatusView> => {
  const url = '/api/rma/currenct/status';
  const response = await calls.app.inject({ url, query, remoteAddress: remoteAddress() });
  const [item] = customerStatusResponse.parse(response.json()).data;
  if (item === undefined) throw new Error(response.body);
  return item;
};
const collectionOf = async (rma_id: string) => (await page({ rma_id })).collection;
const choose = (rma_id: string, wish: object) => post('collection', { rma_id, ...wish });
const book = (rma_id: string, pickup: object | null) => post('pickup', { rma_id, pickup });

async function firstTime(reference: string, ahead = 1) {
  const day = (await collectionOf(reference))?.days[ahead];
  const slot = day?.slots[0];
  if (day === undefined || slot === undefined) throw new Error('nothing is offered');
  return { day: day.day, ...slot };
}
const viewOf = async ({ itemId, rmaId }: Link) => {
  const { body } = await calls.call('paris', 'GET', `/rma/${rmaId}`);
  const { items } = body.data as { items: { id: number; collection: unknown; pickup: unknown }[] };
  return items.find(({ id }) => id === itemId);
};

describe('what the holder of a link decides (product/repair.md §20)', () => {
  it('is offered to them, and to no caller by number and digits', async () => {
    const { reference, rmaId } = await waiting();
    const own = await page({ rma_id: reference });
    expect(own.collection).toMatchObject({ kind: 'shop', can_change: true, is_ready: true, booking: null });
    expect(own.collection?.code).toMatch(/^data:image\/svg/);
    expect(own.collection?.days.length).toBeGreaterThan(5);
    const { body } = await calls.call('paris', 'GET', `/rma/${rmaId}`);
    const { fullphone } = body.data as { fullphone: string };
    const byNumber = await page({ rma_id: own.RmaID, phone_last4: fullphone.slice(-4) });
    expect(byNumber.collection).toBeNull();
    expect((await choose(own.RmaID, { kind: 'shop' })).statusCode).toBe(404);
    expect((await book(own.RmaID, null)).statusCode).toBe(404);
  });

  it('reaches the shop as a wish, with who decided it', async () => {
    const link = await waiting();
    const { reference } = link;
    const [other] = (await collectionOf(reference))?.shops ?? [];
    const wish = { kind: 'other_shop', shop_id: other?.id };
    expect((await choose(reference, wish)).statusCode).toBe(200);
    const shown = { ...wish, shop_name: other?.name, by_client: true };
    expect((await viewOf(link))?.collection).toEqual(shown);
    expect((await choose(reference, { kind: 'other_shop', shop_id: 999_999 })).statusCode).toBe(400);
    expect((await choose(reference, { kind: 'shop' })).statusCode).toBe(200);
    expect((await viewOf(link))?.collection).toBeNull();
  });

  it('books one of the offered times, replaces and cancels it; the shop reads it with initials', async () => {
    const link = await waiting();
    const { reference, itemId, rmaId } = link;
    const time = await firstTime(reference);
    expect((await book(reference, { ...time, from: '03:00' })).json()).toMatchObject({
      code: 'pickup_not_offered',
    });
    expect((await book(reference, time)).statusCode).toBe(200);
    expect((await viewOf(link))?.pickup).toEqual(time);
    const listed = await calls.call('paris', 'GET', `/pickup/booked?day=${time.day}`);
    const { pickups } = bookedPickupsResponse.shape.data.parse(listed.body.data);
    expect(pickups).toMatchObject([{ rma_id: rmaId, from: time.from, items: [{ id: itemId }], open: [] }]);
    expect(pickups[0]?.initials).toMatch(/^\p{Lu}\./u);
    const elsewhere = await calls.call('tokyo', 'GET', `/pickup/booked?day=${time.day}`);
    expect(elsewhere.body.data).toMatchObject({ pickups: [] });
    expect((await calls.call('warehouse', 'GET', '/pickup/booked')).status).toBe(403);

    const later = await firstTime(reference, 2);
    expect((await book(reference, later)).statusCode).toBe(200);
    expect((await book(reference, null)).statusCode).toBe(200);
    expect((await viewOf(link))?.pickup).toBeNull();
  });

  it('is an agreed day of the call list: a client is not called before it', async () => {
    const { reference, itemId } = await waiting(8);
    must(await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'RemindCustomer' })));
    const due = async () => {
      const { body } = await calls.call('paris', 'GET', '/call_list');
      return callListView.parse(body.data).clients.map(({ item_id: id }) => id);
    };
    expect(await due()).toContain(itemId);
    expect((await book(reference, await firstTime(reference))).statusCode).toBe(200);
    expect(await due()).not.toContain(itemId);
  });

  it('ends with the handover: the link decides nothing more', async () => {
    const { reference, itemId } = await waiting();
    const time = await firstTime(reference);
    must(
      await runItemCommand(calls.services, paris(), itemId, () => ({
        type: 'RecordSignature',
        kind: 'pickup',
        signature: 'sig',
      })),
    );
    must(
      await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'HandOver', signature: 'sig' })),
    );
    expect(await collectionOf(reference)).toBeNull();
    expect((await book(reference, time)).statusCode).toBe(400);
    expect((await choose(reference, { kind: 'delivery' })).statusCode).toBe(400);
  });

  it('shows and takes nothing for an erased person', async () => {
    const { reference, rmaId } = await waiting();
    const time = await firstTime(reference);
    await calls.api.world.store.erase([`rma-${rmaId}`], 'GDPR article 17');
    const after = await calls.app.inject({
      url: '/api/rma/currenct/status',
      query: { rma_id: reference },
      remoteAddress: remoteAddress(),
    });
    expect(after.body).not.toContain('"can_change":true');
    expect((await book(reference, time)).statusCode).not.toBe(200);
    expect((await choose(reference, { kind: 'delivery' })).statusCode).not.toBe(200);
  });

  it('records a shop and a time that were agreed on the phone as the same decision', async () => {
    const { reference, itemId } = await waiting();
    const { day, from, to } = await firstTime(reference);
    const log = (body: object) =>
      calls.call('paris', 'POST', '/add_after_sales', {
        rma_item_id: itemId,
        result: 'Phone contacted',
        ...body,
      });
    const at = { outcome: 'will_come', comes_on: day, comes_at: { from, to } };
    expect((await log(at)).status).toBe(200);
    expect((await collectionOf(reference))?.booking).toEqual({ day, from, to });
    expect((await log({ outcome: 'other_shop', shop_id: 999_999 })).status).toBe(400);
    expect((await log({ outcome: 'send' })).status).toBe(200);
    expect(await collectionOf(reference)).toMatchObject({ kind: 'delivery', booking: null });
  });
});
