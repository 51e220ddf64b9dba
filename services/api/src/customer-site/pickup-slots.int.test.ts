import {
  deposit,
  handClock,
  newDeposit,
  repairAndReturn,
  sendToWarehouse,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

/** How many clients a shop takes at one time (product/repair.md §20). */

let calls: Calls;
let address = 0;
beforeAll(async () => {
  calls = await openCalls(['paris', 'admin']);
  await take(1);
});
afterAll(() => calls.api.close());

const take = (value: number) => calls.configure('pickups_per_slot', value);

interface Client {
  readonly itemId: number;
  readonly reference: string;
}

async function waiting(): Promise<Client> {
  const then = servicesOf(calls.api.world, handClock(new Date(Date.now() - DAY_MS)));
  const { itemId } = await deposit(then, await newDeposit(calls.api.world));
  await sendToWarehouse(then, [itemId], `OUT-${itemId}`);
  await repairAndReturn(then, itemId, `BACK-${itemId}`);
  const { body } = await calls.call('paris', 'GET', `/rma/${await calls.rmaOf(itemId)}`);
  return { itemId, reference: (body.data as { public_reference: string }).public_reference };
}

const remoteAddress = () => `203.0.113.${(address += 1)}`;
const book = ({ reference }: Client, pickup: object | null) =>
  calls.app.inject({
    method: 'POST',
    url: '/api/customer/pickup',
    payload: { rma_id: reference, pickup },
    remoteAddress: remoteAddress(),
  });
const collectionOf = async ({ reference }: Client) => {
  const url = '/api/rma/currenct/status';
  const answer = await calls.app.inject({
    url,
    query: { rma_id: reference },
    remoteAddress: remoteAddress(),
  });
  const [item] = customerStatusResponse.parse(answer.json()).data;
  return item?.collection ?? null;
};
const timesOf = async (client: Client) =>
  ((await collectionOf(client))?.days ?? []).flatMap(({ day, slots }) =>
    slots.map((slot) => ({ day, ...slot })),
  );
async function firstFree(client: Client, from = 4) {
  const time = (await timesOf(client)).at(from);
  if (time === undefined) throw new Error('nothing is offered');
  return time;
}
const log = ({ itemId }: Client, { day, from, to }: { day: string; from: string; to: string }, more = {}) =>
  calls.call('paris', 'POST', '/add_after_sales', {
    rma_item_id: itemId,
    result: 'Phone contacted',
    outcome: 'will_come',
    comes_on: day,
    comes_at: { from, to },
    ...more,
  });

describe('a pickup time with a last place', () => {
  it('is given to one of two clients who ask for it at once, and refused to the other', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const time = await firstFree(one);
    const answers = await Promise.all([book(one, time), book(other, time)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'pickup_full' });
  });

  it('is offered to no other client, stays with its client, and is offered again once it is cancelled', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const time = await firstFree(one);
    expect((await book(one, time)).statusCode).toBe(200);
    expect(await timesOf(other)).not.toContainEqual(time);
    expect(await timesOf(one)).toContainEqual(time);
    expect((await book(one, time)).statusCode).toBe(200);
    expect((await book(one, null)).statusCode).toBe(200);
    expect(await timesOf(other)).toContainEqual(time);
  });

  it('is overbooked by the shop alone, which says so', async () => {
    const [one, other] = [await waiting(), await waiting()];
    const time = await firstFree(one);
    expect((await book(one, time)).statusCode).toBe(200);
    expect(await log(other, time)).toMatchObject({ status: 409, code: 'pickup_full' });
    expect((await log(other, time, { overbook: true })).status).toBe(200);
    expect((await collectionOf(other))?.booking).toEqual(time);
  });

  it('has no end where the shop sets none', async () => {
    await take(0);
    const [one, other] = [await waiting(), await waiting()];
    const time = await firstFree(one);
    const answers = await Promise.all([book(one, time), book(other, time)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });
});

describe('a shop whose register says a number', () => {
  it('takes so many whatever the setting says, also of two clients at once', async () => {
    await takeInParis('1');
    const [one, other] = [await waiting(), await waiting()];
    // Offers follow the register a moment later: not the time that is overbooked by the tests before.
    const time = await firstFree(one, 8);
    const answers = await Promise.all([book(one, time), book(other, time)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await log(await waiting(), time)).toMatchObject({ status: 409, code: 'pickup_full' });
    await expect.poll(async () => timesOf(await waiting())).not.toContainEqual(time);
  });

  it('takes any number where it says 0, and as many as the setting where it says nothing', async () => {
    await take(1);
    await takeInParis('0');
    const [one, other, third] = [await waiting(), await waiting(), await waiting()];
    const time = await firstFree(one, 12);
    for (const client of [one, other]) expect((await book(client, time)).statusCode).toBe(200);
    await takeInParis('');
    expect((await book(third, time)).statusCode).toBe(409);
  });

  it('says no number that is none, and keeps what it said', async () => {
    const refused = await saveParis('101');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('pickups_per_slot');
    expect((await parisRow())['pickups_per_slot']).toBe('');
  });
});

async function parisRow(): Promise<Record<string, string>> {
  const { body } = await calls.call('admin', 'GET', '/reference/rows?set=stores&q=PAR&page_size=100');
  const rows = body.data as { key: string; cells: Record<string, string> }[];
  return rows.find(({ key }) => key === 'PAR')?.cells ?? {};
}

async function saveParis(pickups_per_slot: string) {
  const seen = await parisRow();
  const cells = { ...seen, pickups_per_slot };
  return calls.call('admin', 'POST', '/reference/row', { set: 'stores', cells, seen, reason: 'its counter' });
}

const takeInParis = async (most: string) => expect((await saveParis(most)).status).toBe(200);
