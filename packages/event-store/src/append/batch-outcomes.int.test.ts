import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendBatch, type EncodedCommand } from './append-batch.ts';
import { WrongExpectedVersion } from '../errors.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';

let t: TestStore;

beforeAll(async () => {
  t = await createTestStore();
});
afterAll(() => t.close());

/** Two events each, so that a shift by one event would show as well as one by a command. */
const encoded = (streamId: string, expectedVersion: number, place: number): EncodedCommand => ({
  streams: [
    {
      streamId,
      expectedVersion,
      row: undefined,
      events: [place, place + 1].map((each) => [randomUUID(), 'ThingMoved', 1, { place: each }] as const),
    },
  ],
  metadata: testMetadata,
  idempotency: undefined,
});

const placesOf = async (streamId: string): Promise<readonly unknown[]> => {
  const { events } = await t.store.readStream(streamId);
  return events.slice(1).map(({ data }) => data);
};

test('a refused command neither blocks the commands behind it nor leaves them its data', async () => {
  for (const id of ['a', 'b', 'c', 'd']) {
    await t.store.append({ streams: [to(`batch-${id}`, 0, made(id))], metadata: testMetadata });
  }
  const outcomes = await appendBatch(t.pool, [
    encoded('batch-a', 7, 10),
    encoded('batch-b', 1, 20),
    encoded('batch-c', 9, 30),
    encoded('batch-d', 1, 40),
  ]);
  expect(outcomes.map((outcome) => outcome instanceof WrongExpectedVersion)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(await placesOf('batch-a')).toEqual([]);
  expect(await placesOf('batch-b')).toEqual([{ place: 20 }, { place: 21 }]);
  expect(await placesOf('batch-c')).toEqual([]);
  expect(await placesOf('batch-d')).toEqual([{ place: 40 }, { place: 41 }]);
});
