import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '../pool.ts';
import { UndecodableHistory, isUndecodable } from '../errors.ts';
import { handleCommand } from '../handle-command.ts';
import { createRegistry } from '../registry/registry.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { testRegistry } from '../testing/test-registry.ts';
import type { EventStore, LogBatch, NewEvent } from '../types.ts';

let t: TestStore;
/** A release whose upcaster throws for rings, and that knows nothing of repairs. */
let older: EventStore;

/** What a newer release writes besides. */
const newerRegistry = createRegistry(
  {
    ...testRegistry.types,
    ThingRepaired: {},
    ThingMoved: { schemaVersion: 2, upcast: { 1: (data) => data } },
  },
  testRegistry.personal,
);
const olderRegistry = createRegistry(
  {
    ...testRegistry.types,
    ThingMade: {
      schemaVersion: 2,
      upcast: {
        1: (data) => {
          if (data['name'] === 'ring') throw new TypeError('there are no rings');
          return data;
        },
      },
    },
  },
  testRegistry.personal,
);

const remark = (customer: string, text: unknown): NewEvent => ({
  type: 'RemarkMade',
  data: { customer, text, contact: { phone: null }, images: [] },
});

beforeAll(async () => {
  t = await createTestStore();
  older = await t.openAnother({ registry: olderRegistry });
  const newer = await t.openAnother({ registry: newerRegistry });
  const append = (...streams: Parameters<EventStore['append']>[0]['streams']) =>
    newer.append({ streams, metadata: testMetadata });
  await append(to('thing-upcast', 0, made('ring')), to('thing-sound', 0, made('chain')));
  await append(to('thing-newer', 0, made('chain'), { type: 'ThingRepaired', data: {} }, moved(1)));
  await append(to('note-value', 0, remark('c-1', { $sealed: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })));
  await append(to('note-key', 0, remark('c-2', 'a scratch')), to('note-sound', 0, remark('c-3', 'a dent')));
  await asOwner(`update subject_keys set wrapped_key = '\\x00' || wrapped_key where subject = 'c-2'`);
  // Until the horizon has passed what was written.
  while ((await readAll(older)).events.length < 8) await sleep(10);
});
afterAll(() => t.close());

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: t.database.connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function readAll(store: EventStore): Promise<LogBatch> {
  await store.advanceHorizon();
  return store.readLog({ after: 0, limit: 100 });
}

describe('an event that cannot be decoded', () => {
  test('keeps its place and its envelope in the log, without data; the others are read as ever', async () => {
    const { events, next, horizon } = await readAll(older);
    const seen = events.map((event) => [event.streamId, event.version, isUndecodable(event)]);
    expect(seen).toEqual([
      ['thing-upcast', 1, true],
      ['thing-sound', 1, false],
      ['thing-newer', 1, false],
      ['thing-newer', 2, true],
      ['thing-newer', 3, true],
      ['note-value', 1, true],
      ['note-key', 1, true],
      ['note-sound', 1, false],
    ]);
    expect(next).toEqual(horizon);
    expect(events.filter(isUndecodable).map(({ failure }) => failure)).toEqual([
      'cannot be decoded: there are no rings',
      expect.stringContaining('ThingRepaired'),
      expect.stringContaining('ThingMoved v2'),
      'cannot be decoded: a personal field does not open with its key',
      "cannot be decoded: the person's key does not open with the master key and the key vault",
    ]);
    for (const event of events.filter(isUndecodable)) {
      expect(event).not.toHaveProperty('data');
      expect(event.metadata).toEqual(testMetadata);
      expect(event.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(Date.parse(event.recordedAt)).toBeGreaterThan(0);
    }
    expect(events.at(4)).toMatchObject({ type: 'ThingMoved', schemaVersion: 2 });
  });

  test('is never met by a reader of other types', async () => {
    const { events } = await older.readLog({ after: 0, limit: 100, types: ['ThingMade'] });
    expect(events.map(({ streamId }) => streamId)).toEqual(['thing-upcast', 'thing-sound', 'thing-newer']);
  });

  test('makes its stream unreadable for decisions, naming its position; other streams are read', async () => {
    const { events } = await readAll(older);
    const position = events.find(({ streamId }) => streamId === 'thing-upcast')?.position;
    const failure = await older.readStream('thing-upcast').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UndecodableHistory);
    expect(failure).toMatchObject({ streamId: 'thing-upcast', position, type: 'ThingMade' });
    expect(String(failure)).toContain(`at position ${position} cannot be decoded`);
    const command = handleCommand(older, {
      streams: ['thing-upcast'],
      metadata: testMetadata,
      decide: () => ({ ok: true, streams: [{ streamId: 'thing-upcast', events: [moved(2)] }] }),
    });
    await expect(command).rejects.toThrow(UndecodableHistory);
    expect((await older.readStreams(['thing-sound', 'note-sound'])).size).toBe(2);
  });

  test('stands in its place for those who read a stream with its gaps', async () => {
    const streams = await older.readLoggedStreams(['thing-newer', 'thing-none']);
    expect(streams.get('thing-newer')?.version).toBe(3);
    expect(streams.get('thing-newer')?.events.map(isUndecodable)).toEqual([false, true, true]);
    expect(streams.get('thing-none')).toEqual({ streamId: 'thing-none', version: 0, events: [] });
  });

  test('is left out of a reading of other types; a stream without one of them is empty, not archived', async () => {
    const moves = await older.readLoggedStreams(['thing-newer', 'thing-upcast'], ['ThingMoved']);
    const whole = await older.readLoggedStreams(['thing-newer']);
    expect(moves.get('thing-newer')?.events).toEqual(
      whole.get('thing-newer')?.events.filter(({ type }) => type === 'ThingMoved'),
    );
    expect(moves.get('thing-newer')?.events).not.toHaveLength(0);
    expect(moves.get('thing-upcast')?.events).toEqual([]);
  });

  test('is part of the hash chain all the same', async () => {
    expect(await older.verifyChain('all')).toMatchObject({ ok: true, events: 8 });
    expect(await older.verifyChain('thing-upcast')).toMatchObject({ ok: true, events: 1 });
  });

  test('refuses new personal values of a person whose key does not open', async () => {
    const more = older.append({ streams: [to('note-more', 0, remark('c-2', 'x'))], metadata: testMetadata });
    await expect(more).rejects.toThrow('does not open with the master key');
  });
});

test('a database that does not answer for the keys is an error to try again, not an event without data', async () => {
  const pool = createPool({ connectionString: t.database.appUrl, role: 'atelier_app', max: 2 });
  const query = pool.query.bind(pool);
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const store = await t.openAnother({ pool, registry: newerRegistry });
  pool.query = ((statement: { readonly name?: string }, ...rest: never[]) =>
    statement.name === 'find_keys' ? Promise.reject(lost) : query(statement as never, ...rest)) as never;
  await expect(store.readLog({ after: 0, limit: 100 })).rejects.toBe(lost);
  await store.close();
  await pool.end();
});
