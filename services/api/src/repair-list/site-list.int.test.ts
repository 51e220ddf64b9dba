import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf } from '../testing/testing-reply.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
});
afterAll(() => calls.api.close());

const listedFor = async (query = ''): Promise<readonly number[]> =>
  dataOf(z.array(itemView), await calls.call('warehouse', 'GET', `/rmalist${query}`)).map(({ id }) => id);

/** So that PostgreSQL knows how many items there are, as it does a minute after they came. */
async function analyze(): Promise<void> {
  const owner = createPool({
    connectionString: calls.api.world.database.connectionString,
    role: 'owner',
    max: 1,
  });
  await owner.query('analyze item_row');
  await owner.end();
}

describe('the list of a site that sees few of very many', () => {
  it('shows a piece at once, before any projection has counted it', async () => {
    const counted = await calls.received();
    for (let made = 0; made < 30; made += 1) await calls.deposited();
    await calls.api.world.settle();
    await analyze();
    const fresh = await calls.received();
    expect(await listedFor()).toEqual([fresh, counted]);
    await calls.api.world.settle();
    expect(await listedFor()).toEqual([fresh, counted]);
  });

  it('shows a piece whose stream the counting projection has set aside', async () => {
    const { projector, projectorPool } = calls.api.world;
    const id = await calls.received();
    const { events } = await calls.api.world.store.readStream(`item-${id}`);
    await calls.api.world.settle();
    const parked = `insert into parked_events (projection, position, stream_id, type, error)
      values ('dashboard', $1, $2, $3, 'a test')`;
    for (const { position, type } of events)
      await projectorPool.query(parked, [position, `item-${id}`, type]);
    await projector.deleteFrom('item_census').where('item_id', '=', id).execute();
    expect(await listedFor()).toContain(id);
  });

  it('shows the pieces of a deposit, whatever the counters say', async () => {
    const id = await calls.received();
    expect(await listedFor(`?rma_id=${await calls.rmaOf(id)}`)).toEqual([id]);
  });
});
