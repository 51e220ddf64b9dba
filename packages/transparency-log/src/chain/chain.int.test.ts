import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestStore,
  made,
  moved,
  testMetadata,
  to,
  type TestStore,
} from '@atelier/event-store/testing/test-store.ts';

let t: TestStore;
/** An intruder with all rights on the server, past every guard of the log. */
let intruder: Client;
let positions: readonly number[];

beforeEach(async () => {
  t = await createTestStore();
  intruder = new Client({ connectionString: t.database.adminUrl });
  await intruder.connect();
  for (const id of ['thing-1', 'thing-2', 'thing-3']) {
    const remark = { type: 'RemarkMade', data: { customer: 'c-1', text: 'a scratch', weight: 12.5 } };
    await t.store.append({ streams: [to(id, 0, made('ring'), moved(2))], metadata: testMetadata });
    await t.store.append({ streams: [to(id, 2, remark, moved(3))], metadata: testMetadata });
  }
  const { events } = await t.store.readStream('thing-2');
  positions = events.map(({ position }) => position);
});
afterEach(async () => {
  await intruder.end();
  await t.close();
});

describe('the hash chain (product/reliability.md §16)', () => {
  test('verifies what the store wrote, one stream or all', async () => {
    expect(await t.store.verifyChain('all')).toEqual({ ok: true, streams: 3, events: 12 });
    expect(await t.store.verifyChain('thing-2')).toEqual({ ok: true, streams: 1, events: 4 });
  });

  test.each([
    ['data', `data = jsonb_set(data, '{place}', '3')`, 1],
    ['one letter of a name', `data = '{"name": "rinh"}'`, 0],
    ['metadata', `metadata = jsonb_set(metadata, '{actor,id}', '2')`, 1],
    ['its type', `type = 'ThingMade'`, 1],
    ['its schema version', 'schema_version = 2', 1],
    ['its id', 'event_id = gen_random_uuid()', 1],
    ['its time', `recorded_at = recorded_at + interval '1 microsecond'`, 1],
    ['its hash', `hash = set_byte(hash, 0, get_byte(hash, 0) # 1)`, 1],
    ['the hash of the last one', `hash = set_byte(hash, 31, get_byte(hash, 31) # 128)`, 3],
    ['a sealed remark', `data = jsonb_set(data, '{text}', '{"$sealed": "AAAA"}')`, 2],
  ])('finds a change of %s and names the position', async (_, change, index) => {
    await intruder.query(`update events set ${change} where position = $1`, [positions[index]]);
    const named = { ok: false, streamId: 'thing-2', position: positions[index], version: index + 1 };
    expect(await t.store.verifyChain('all')).toMatchObject(named);
    expect(await t.store.verifyChain('thing-2')).toMatchObject(named);
    expect(await t.store.verifyChain('thing-1')).toMatchObject({ ok: true });
  });

  test('finds a removed event, in the middle and at the end', async () => {
    await intruder.query('delete from events where position = $1', [positions[1]]);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: false, position: positions[2], version: 3 });
    await intruder.query(`delete from events where position >= $1 and stream_id = 'thing-3'`, [0]);
    expect(await t.store.verifyChain('thing-3')).toMatchObject({
      ok: false,
      streamId: 'thing-3',
      version: 4,
    });
  });

  test('finds a cut-off end even when the stream was set back with it', async () => {
    await intruder.query('delete from events where position = $1', [positions[3]]);
    await intruder.query(`update streams set version = 3 where stream_id = 'thing-2'`);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: false, streamId: 'thing-2' });
  });

  test('finds events whose stream was removed', async () => {
    await intruder.query(`delete from streams where stream_id = 'thing-2'`);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: false, position: positions[0] });
  });

  test('finds two events that changed places', async () => {
    const exchange = 'update events set version = $2 where position = $1';
    await intruder.query(exchange, [positions[1], 99]);
    await intruder.query(exchange, [positions[3], 2]);
    await intruder.query(exchange, [positions[1], 4]);
    expect(await t.store.verifyChain('all')).toMatchObject({
      ok: false,
      streamId: 'thing-2',
      position: positions[1],
    });
  });
});
