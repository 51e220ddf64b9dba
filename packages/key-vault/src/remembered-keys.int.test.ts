import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStateMark } from '@atelier/event-store/state-cache.ts';
import { testMasterKey } from '@atelier/event-store/testing/test-registry.ts';
import { createTestStore, type TestStore } from '@atelier/event-store/testing/test-store.ts';
import { createSubjectKeys, type SubjectKeys } from './subject-keys.ts';

let t: TestStore;
beforeAll(async () => {
  t = await createTestStore();
});
afterAll(() => t.close());

/** Keys of a node, and how often it read them. What it has read arrives once `arrival` is over. */
function countingNode(arrival: Promise<void> = Promise.resolve()) {
  const asked = { keys: 0 };
  const pool = {
    query: async (request: { readonly name?: string }, ...more: readonly unknown[]) => {
      const answer: unknown = await Reflect.apply(t.pool.query.bind(t.pool), undefined, [request, ...more]);
      if (request.name === 'find_keys' && (asked.keys += 1) === 1) await arrival;
      return answer;
    },
  };
  const readMark = () => readStateMark(t.pool);
  const secrets = { masterKey: testMasterKey, vault: undefined };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the pool, keys use the query alone
  const keys = createSubjectKeys(pool as never, secrets, { now: () => new Date() }, readMark);
  return { keys, asked };
}

const isUsable = async (keys: SubjectKeys, subject: string) =>
  (await keys.find([subject])).get(subject) !== undefined;

test('a key is read once, however long it is used, and found gone within a second after another node erased it', async () => {
  const { keys, asked } = countingNode();
  await keys.findOrMake(['r-1', 'r-2']);
  const before = asked.keys;
  const until = performance.now() + 2_300;
  while (performance.now() < until) expect(await isUsable(keys, 'r-1')).toBe(true);
  expect(asked.keys).toBe(before);
  await t.store.erase(['r-1'], 'asked for it');
  await expect.poll(() => isUsable(keys, 'r-1'), { timeout: 1_500 }).toBe(false);
  expect(await isUsable(keys, 'r-2')).toBe(true);
});

test('an answer that was under way while the mark changed is not remembered', async () => {
  await countingNode().keys.findOrMake(['r-3', 'r-4']);
  const arrival = Promise.withResolvers<void>();
  const { keys, asked } = countingNode(arrival.promise);
  const underWay = isUsable(keys, 'r-3');
  await expect.poll(() => asked.keys).toBe(1);
  await t.store.erase(['r-3'], 'asked for it');
  await sleep(1_100);
  expect(await isUsable(keys, 'r-4')).toBe(true);
  arrival.resolve();
  expect(await underWay).toBe(true);
  expect(await isUsable(keys, 'r-3')).toBe(false);
});
