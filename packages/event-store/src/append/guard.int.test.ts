import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendBatch, type EncodedCommand, type EncodedStream } from './append-batch.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';

let t: TestStore;

beforeAll(async () => {
  t = await createTestStore();
});
afterAll(() => t.close());

const guard = (streamId: string, expectedVersion: number): EncodedStream => ({
  streamId,
  expectedVersion,
  events: [],
  row: undefined,
});
const making = (streamId: string): EncodedStream => ({
  ...guard(streamId, 0),
  events: [[randomUUID(), 'ThingMade', 1, { name: 'ring' }]],
});
const command = (...streams: readonly EncodedStream[]): EncodedCommand => ({
  streams,
  metadata: testMetadata,
  idempotency: undefined,
});
const failureOf = (commands: readonly EncodedCommand[]) =>
  appendBatch(t.pool, commands).then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([
  ['first', () => [guard('none-1', 0), making('thing-1')]],
  ['last', () => [making('thing-1'), guard('none-1', 0)]],
])(
  'the database refuses a guard at version 0 that stands %s, and writes nothing',
  async (_place, streams) => {
    const failure = await failureOf([command(...streams())]);
    expect(failure).toBeInstanceOf(DatabaseError);
    expect(failure).toMatchObject({ code: '22023', message: 'none-1: nothing there to guard' });
    expect((await t.store.readStream('thing-1')).version).toBe(0);
  },
);

test('a command behind another one is held to the same', async () => {
  const failure = await failureOf([
    command(making('thing-2')),
    command(guard('none-2', 0), making('thing-3')),
  ]);
  expect(failure).toMatchObject({ code: '22023' });
  expect((await t.store.readStream('thing-2')).version).toBe(0);
});

test('a guard of a stream that exists, and the making of one that does not, go on as before', async () => {
  await t.store.append({ streams: [to('box-1', 0, made('box'))], metadata: testMetadata });
  const [outcome] = await appendBatch(t.pool, [command(guard('box-1', 1), making('thing-4'))]);
  expect(outcome).toMatchObject({ versions: { 'box-1': 1, 'thing-4': 1 } });
});
