import {
  deposit,
  handClock,
  must as done,
  newDeposit,
  paris,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { dashboardStats } from '@atelier/contracts/dashboard/schema.ts';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { callListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';
import { listClearable } from '@atelier/application/clearing/clearing.queries.ts';

/** A piece that came back to its shop, and is sent to its client's door (product/shipping.md §13, decisions/0245). */

let calls: Calls;
let number = 0;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'factory', 'admin']);
});
afterAll(() => calls.api.close());

/** It waits since eight days, and is to be called for. */
async function waiting(wish: 'delivery' | 'shop' = 'delivery'): Promise<number> {
  const then = servicesOf(calls.api.world, handClock(new Date(Date.now() - 8 * DAY_MS)));
  const { itemId } = await deposit(then, await newDeposit(calls.api.world));
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  const chosen = { type: 'ChooseCollection', kind: wish, shopId: null, fee: null } as const;
  done(await runItemCommand(calls.services, paris(), itemId, () => chosen));
  done(await runItemCommand(calls.services, paris(), itemId, () => ({ type: 'RemindCustomer' })));
  return itemId;
}

const tracking = () => `DOOR-${(number += 1)}`;
const DOOR = { order_type: 4, to_client: true };
const post = (path: string, body: object) => calls.call('paris', 'POST', path, body);
const put = (path: string, body: object, who: 'paris' | 'tokyo' = 'paris') =>
  calls.call(who, 'PUT', path, body);

async function sent(...ids: readonly number[]): Promise<string> {
  const at = tracking();
  await calls.journey.pack('paris', ids, at, DOOR);
  expect(await post('/storepackage', { tracking_no: at })).toMatchObject({ status: 200 });
  return at;
}

const idsOf = async (query: string) =>
  dataOf(z.array(itemView), await calls.call('paris', 'GET', `/rmalist?${query}`)).map((row) => row.id);
const stats = async (query = '') => {
  await calls.api.world.settle();
  return dataOf(dashboardStats, await calls.call('paris', 'GET', `/dashboard/stats?${query}`));
};
const called = async () =>
  callListView
    .parse((await calls.call('paris', 'GET', '/call_list')).body.data)
    .clients.map((c) => c.item_id);
async function page(itemId: number) {
  const { body } = await calls.call('paris', 'GET', `/rma/${await calls.rmaOf(itemId)}`);
  const { public_reference: rma_id } = body.data as { public_reference: string };
  const response = await calls.app.inject({
    url: '/api/rma/currenct/status',
    query: { rma_id },
    remoteAddress: `198.51.100.${itemId % 250}`,
  });
  return customerStatusResponse.parse(response.json()).data[0];
}

describe('a parcel from the shop to the client’s door', () => {
  it('leaves the shop: it waits there in no list, count, call list or clearing run', async () => {
    const id = await waiting();
    const before = await stats();
    expect(before).toMatchObject({ waiting_for_customer: 1, waiting_for_customer_over_week: 1, to_call: 1 });
    expect(await called()).toEqual([id]);
    expect(await idsOf('collect=delivery&status=15')).toEqual([id]);
    const moment = await instant();
    const at = await sent(id);
    expect(await stats()).toMatchObject({
      waiting_for_customer: 0,
      waiting_for_customer_over_week: 0,
      to_call: 0,
      in_transit: before.in_transit + 1,
      total: before.total,
    });
    expect(await stats(`as_of=${new Date().toISOString()}`)).toMatchObject({
      waiting_for_customer: 0,
      in_transit: 1,
    });
    expect(await stats(`as_of=${moment}`)).toMatchObject({ waiting_for_customer: 1, in_transit: 0 });
    expect(await called()).toEqual([]);
    expect(await idsOf('bucket=waiting_for_customer')).toEqual([]);
    expect(await idsOf('bucket=waiting_for_customer_over_week')).toEqual([]);
    expect(await idsOf('bucket=in_transit')).toEqual([id]);
    const filter = {
      startDate: null,
      endDate: '2999-01-01',
      rmaIds: [],
      limit: 10,
      validPurchaseDateOnly: false,
    };
    expect(await listClearable(calls.api.world.db, filter)).toEqual([]);
    const row = await calls.rowOf('paris', id);
    expect(row).toMatchObject({
      rma_status_id: 15,
      due_at: null,
      tracking_number: at,
      custody: { to_client: true },
    });
    expect(await page(id)).toMatchObject({ Progress: 5, to_client: true, retail_carrier_code: at });

    const early = await post('/package/delivered', { tracking_no: at });
    expect([early.status, early.code]).toEqual([400, 'invalid_input']);
    expect(await post('/package/delivered', { tracking_no: at, proof: 'POD-1' })).toMatchObject({
      status: 200,
    });
    expect(await calls.rowOf('paris', id)).toMatchObject({
      rma_status_id: 16,
      custody: { kind: 'customer' },
    });
    expect(await page(id)).toMatchObject({ Progress: 6, to_client: false });
    expect(await stats()).toMatchObject({ waiting_for_customer: 0, in_transit: before.in_transit });
  });

  it('is undone with its package, and delivered again', async () => {
    const id = await waiting();
    const at = await sent(id);
    await post('/package/delivered', { tracking_no: at, proof: 'POD-1' });
    expect(
      await put('/rmastatus', { id, rma_status_id: 15, move: 'undo', reason: 'wrong parcel' }),
    ).toMatchObject({
      status: 200,
    });
    expect(await calls.rowOf('paris', id)).toMatchObject({ rma_status_id: 15, custody: { to_client: true } });
    expect(await stats()).toMatchObject({ waiting_for_customer: 0, in_transit: 1 });
    expect(await post('/package/delivered', { tracking_no: at, proof: 'POD-2' })).toMatchObject({
      status: 200,
    });
  });

  it('comes back to the shop that sent it, and to no other, and may be sent again', async () => {
    const id = await waiting();
    const at = await sent(id);
    expect((await put('/rmastatus', { id, rma_status_id: 15 }, 'tokyo')).status).toBe(404);
    expect(await put('/rmastatus', { ids: [id], rma_status_id: 15 })).toMatchObject({ status: 200 });
    expect(await calls.rowOf('paris', id)).toMatchObject({ rma_status_id: 15, custody: { kind: 'site' } });
    expect(await stats()).toMatchObject({
      waiting_for_customer: 1,
      waiting_for_customer_over_week: 1,
      in_transit: 0,
    });
    expect(await called()).toEqual([id]);
    const receipt = await calls.call('paris', 'GET', `/package/receipt?tracking_no=${at}`);
    expect(receipt.body.data).toMatchObject({ shipment: { state: 'Received' } });
    await sent(id);
    expect(await stats()).toMatchObject({ waiting_for_customer: 0, in_transit: 1 });
  });

  it('takes no piece whose client collects, and names what keeps the others', async () => {
    const [kept, free, lent] = [await waiting('shop'), await waiting(), await waiting()];
    const refused = await calls.journey.bind([kept], tracking(), DOOR);
    expect([refused.status, refused.code]).toEqual([400, 'delivery_not_chosen']);
    const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    const loan = { rma_item_id: lent, description: 'plain ring', due_on: day };
    expect(await post('/rma/loan', loan)).toMatchObject({ status: 200 });
    const at = tracking();
    await calls.journey.pack('paris', [free], at, DOOR);
    await calls.journey.bind([lent], at, DOOR);
    const sending = await post('/storepackage', { tracking_no: at });
    expect([sending.status, sending.code]).toEqual([400, 'cannot_send']);
    const { blocking } = sending.body.data as { blocking: { code: string; item_id: number | null }[] };
    expect(blocking).toContainEqual(expect.objectContaining({ code: 'loan_open', item_id: lent }));
    expect(await post('/package/route', { tracking_no: at, destination: 1 })).toMatchObject({ status: 400 });
  });
});
