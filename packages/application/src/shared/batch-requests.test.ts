import { describe, expect, it } from 'vitest';
import { batchRequests } from './batch-requests.ts';

/** Work that ends when the test says so. */
function heldWork() {
  const begun: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = batchRequests(async (_place: object, asks: readonly number[]) => {
    begun.push(asks);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return asks.map((each) => `answer ${each}`);
  });
  return { begun, gates, ask };
}

describe('questions asked together', () => {
  const place = {};

  it('go at once when alone, and wait for those under way to go as one', async () => {
    const { begun, gates, ask } = heldWork();
    const first = ask(place, 1);
    expect(begun).toEqual([[1]]);
    const others = [ask(place, 2), ask(place, 3)];
    expect(begun).toHaveLength(1);
    gates[0]?.resolve();
    expect(await first).toBe('answer 1');
    await expect.poll(() => begun).toEqual([[1], [2, 3]]);
    gates[1]?.resolve();
    expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3']);
    const later = ask(place, 4);
    await expect.poll(() => begun.at(-1)).toEqual([4]);
    gates[2]?.resolve();
    expect(await later).toBe('answer 4');
  });

  it('keep places apart', () => {
    const { begun, ask } = heldWork();
    void ask(place, 1);
    void ask({}, 2);
    expect(begun).toEqual([[1], [2]]);
  });

  it('fail batchRequests, and later ones are answered', async () => {
    const { gates, ask } = heldWork();
    const first = ask(place, 1);
    const others = Promise.allSettled([ask(place, 2), ask(place, 3)]);
    gates[0]?.resolve();
    await first;
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.reject(new Error('the database is away'));
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = ask(place, 4);
    await expect.poll(() => gates.length).toBe(3);
    gates[2]?.resolve();
    expect(await later).toBe('answer 4');
  });
});
