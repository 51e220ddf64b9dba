import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse']);
});
afterAll(() => calls.api.close());

async function measuredOf(itemId: number): Promise<readonly object[]> {
  const { events } = await calls.api.world.store.readStream(`item-${itemId}`);
  return events.filter(({ type }) => type === 'MeasurementsRecorded').map(({ data }) => data);
}

describe('measurements (product/repair.md §3)', () => {
  it('are recorded per piece with the move, for whom any were given', async () => {
    const [first, second] = [await calls.received(), await calls.received()];
    for (const id of [first, second]) {
      for (const target of [4, 6]) await calls.move('warehouse', id, target);
    }
    const { status } = await calls.call('warehouse', 'PUT', '/rmastatus', {
      ids: [first, second],
      rma_status_id: 10,
      measurements_by_id: { [first]: { stone_count: 7 } },
    });
    expect(status).toBe(200);
    expect(await measuredOf(first)).toMatchObject([{ status: 10, stoneCount: 7, weightMg: null }]);
    expect(await measuredOf(second)).toEqual([]);
    await calls.call('warehouse', 'PUT', '/rmastatus', { id: first, rma_status_id: 12, weight: 3.2546 });
    expect((await measuredOf(first)).at(-1)).toMatchObject({ status: 12, stoneCount: null, weightMg: 3255 });
  });

  it('that are no measurements are refused and move nothing', async () => {
    const itemId = await calls.received();
    const before = await calls.versionOf(itemId);
    for (const wrong of [{ stone_count: 1.5 }, { stone_count: 10_001 }, { weight: 0 }, { carats: 3 }]) {
      const answer = await calls.call('warehouse', 'PUT', '/rmastatus', {
        ids: [itemId],
        rma_status_id: 4,
        measurements_by_id: { [itemId]: wrong },
      });
      expect(answer.status).toBe(400);
    }
    expect(await calls.versionOf(itemId)).toBe(before);
  });
});
