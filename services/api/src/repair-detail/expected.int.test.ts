import { runItemCommand } from '@atelier/application/commands/item-command.ts';
import {
  deposit,
  handClock,
  must,
  newDeposit,
  paris,
  servicesOf,
} from '@atelier/application/commands/testing-commands.ts';
import { customerStatusResponse } from '@atelier/contracts/customer-site/schema.ts';
import { itemFileResponse } from '@atelier/contracts/repair-detail/file-schema.ts';
import { itemListResponse } from '@atelier/contracts/repair-list/schema.ts';
import { addDays, localDay } from '@atelier/domain/calendar.ts';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { ExpectedBecause } from '@atelier/domain/repair/expected/expected-events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';
import { instant } from '../testing/testing-instant.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse']);
});
afterAll(() => calls.api.close());

const inDays = (days: number) => addDays(localDay(new Date().toISOString(), 'Europe/Paris'), days);

async function brought(daysAgo = 5) {
  const clock = handClock(new Date(Date.now() - daysAgo * DAY_MS));
  return deposit(servicesOf(calls.api.world, clock), await newDeposit(calls.api.world));
}

/** Placed at its moment: the callers of other tests have one of the past. */
const now = () => {
  const caller = paris();
  return paris({ metadata: { ...caller.metadata, occurredAt: new Date().toISOString() } });
};

async function name(id: number, likely: string, latest: string, because: ExpectedBecause = { kind: 'time' }) {
  must(
    await runItemCommand(calls.services, now(), id, () => ({
      type: 'ExpectReadyDate',
      likely,
      latest,
      model: 1,
      because,
    })),
  );
}

async function listed(query: string, who: Parameters<Calls['call']>[0] = 'paris') {
  return dataOf(itemListResponse.shape.data, await calls.call(who, 'GET', `/rma?${query}`));
}
async function named(id: number, query = '') {
  const file = await calls.call('paris', 'GET', `/rma/item?rma_item_id=${id}${query}`);
  return dataOf(itemFileResponse.shape.data, file).expected;
}

describe('the expected date (product/rma.md §3)', () => {
  it('stands in the list and in the file, with what moved it and the dates before', async () => {
    const { itemId } = await brought();
    await name(itemId, inDays(10), inDays(17), { kind: 'deposit' });
    const between = await instant();
    const because = { kind: 'event', position: 1, type: 'FeeQuoted' } as const;
    await name(itemId, inDays(14), inDays(24), because);
    const row = (await listed('page_size=200')).find(({ id }) => id === itemId);
    expect(row?.expected).toMatchObject({ likely: inDays(14), latest: inDays(24) });
    expect(await named(itemId)).toMatchObject([
      { latest: inDays(24), because },
      { latest: inDays(17), because: { kind: 'deposit', type: null, position: null } },
    ]);
    expect(await named(itemId, `&known_at=${between}`)).toMatchObject([{ latest: inDays(17) }]);
    await calls.api.world.settle();
    const past = await listed(`page_size=200&known_at=${between}`);
    expect(past.find(({ id }) => id === itemId)?.expected).toMatchObject({ latest: inDays(17) });
  });

  it('orders a list due first, now and at a past moment, pieces without a date last', async () => {
    const [late, near, far, none] = [await brought(), await brought(), await brought(), await brought()];
    await name(far.itemId, inDays(20), inDays(30));
    await name(late.itemId, inDays(-9), inDays(-2));
    await name(near.itemId, inDays(0), inDays(2));
    const own = [late, near, far, none].map(({ itemId }) => itemId);
    const order = async (query: string) =>
      (await listed(`page_size=200&sort=expected${query}`))
        .map(({ id }) => id)
        .filter((id) => own.includes(id));
    expect(await order('')).toEqual(own);
    await calls.api.world.settle();
    expect(await order(`&as_of=${new Date().toISOString()}`)).toEqual(own);
    expect(await order('&expected=late')).toEqual([late.itemId]);
    expect(await order('&expected=near')).toEqual([near.itemId]);
    expect(await order(`&expected=late&as_of=${new Date(Date.now() - DAY_MS).toISOString()}`)).toEqual([]);
  });

  it('is hidden with its piece from another shop', async () => {
    const { itemId } = await brought();
    await name(itemId, inDays(3), inDays(9));
    expect((await listed('page_size=200&sort=expected', 'tokyo')).map(({ id }) => id)).not.toContain(itemId);
    expect((await calls.call('tokyo', 'GET', `/rma/item?rma_item_id=${itemId}`)).status).toBe(404);
  });

  it('is a window of weeks for its owner, later with a general reason, and no date once it has passed', async () => {
    const { itemId, rmaId } = await brought();
    const { body } = await calls.call('paris', 'GET', `/rma/${rmaId}`);
    const { public_reference: reference } = body.data as { public_reference: string };
    const shown = async () => {
      const response = await calls.app.inject({
        url: '/api/rma/currenct/status',
        query: { rma_id: reference },
      });
      return customerStatusResponse.parse(response.json()).data[0]?.expected;
    };
    expect(await shown()).toBeNull();
    await name(itemId, inDays(5), inDays(9));
    expect(await shown()).toEqual({ kind: 'between', from: inDays(5), to: inDays(12), later: null });
    await name(itemId, inDays(5), inDays(15), { kind: 'event', position: 1, type: 'ItemStatusChanged' });
    expect(await shown()).toEqual({ kind: 'between', from: inDays(5), to: inDays(19), later: 'work' });
    await name(itemId, inDays(-20), inDays(-15));
    expect(await shown()).toEqual({ kind: 'late', from: null, to: null, later: null });
  });
});
