import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IdempotencyConflict, WrongExpectedVersion } from '../errors.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { AppendRequest, EventStore } from '../types.ts';

let t: TestStore;
let store: EventStore;

beforeAll(async () => {
  t = await createTestStore();
  store = t.store;
});
afterAll(() => t.close());

const metadata = testMetadata;
const append = (...streams: AppendRequest['streams']) => store.append({ streams, metadata });

describe('append', () => {
  test('reads back what was written, with its envelope', async () => {
    const { versions } = await append(to('thing-1', 0, made('ring'), moved(4)));
    expect(versions).toEqual({ 'thing-1': 2 });
    const history = await store.readStream('thing-1');
    expect(history.version).toBe(2);
    expect(history.events.map(({ type, version, data }) => ({ type, version, data }))).toEqual([
      { type: 'ThingMade', version: 1, data: { name: 'ring' } },
      { type: 'ThingMoved', version: 2, data: { place: 4 } },
    ]);
    const [first] = history.events;
    expect(first?.metadata).toEqual(metadata);
    expect(first?.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect(Math.abs(Date.parse(first?.recordedAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('refuses an old version and says which is the current one', async () => {
    await append(to('thing-2', 0, made('ring'), moved(1)));
    const stale = append(to('thing-2', 1, moved(2)));
    await expect(stale).rejects.toThrow(WrongExpectedVersion);
    await expect(append(to('thing-2', 1, moved(2)))).rejects.toMatchObject({
      streamId: 'thing-2',
      expected: 1,
      actual: 2,
    });
  });

  test('refuses to make a stream twice, or to go on with one that does not exist', async () => {
    await append(to('thing-3', 0, made('ring')));
    await expect(append(to('thing-3', 0, made('ring')))).rejects.toMatchObject({ expected: 0, actual: 1 });
    await expect(append(to('thing-none', 4, moved(1)))).rejects.toMatchObject({ expected: 4, actual: 0 });
  });

  test('writes to several streams or to none', async () => {
    const items = Array.from({ length: 30 }, (_, index) => to(`item-${100 + index}`, 0, made('jewel')));
    const sent = await append(to('shipment-1', 0, made('parcel')), ...items);
    expect(Object.keys(sent.versions)).toHaveLength(31);

    const moves = items.map(({ streamId }) => to(streamId, 1, moved(2)));
    const oneStale = moves.with(17, to('item-117', 2, moved(2)));
    await expect(append(to('shipment-1', 1, moved(2)), ...oneStale)).rejects.toMatchObject({
      streamId: 'item-117',
    });
    const after = await store.readStreams(['shipment-1', ...items.map((item) => item.streamId)]);
    expect([...after.values()].map((history) => history.version)).toEqual(Array(31).fill(1));
  });

  test('a stream without events only guards: its move undoes the append', async () => {
    await append(to('guard-1', 0, made('box')), to('thing-4', 0, made('ring')));
    await append(to('guard-1', 1), to('thing-4', 1, moved(1)));
    await append(to('guard-1', 1, moved(9)));
    await expect(append(to('guard-1', 1), to('thing-4', 2, moved(2)))).rejects.toMatchObject({
      streamId: 'guard-1',
      actual: 2,
    });
    expect((await store.readStream('thing-4')).version).toBe(2);
  });

  test('grouped commands stay independent: one refusal harms no other', async () => {
    await append(to('busy-0', 0, made('first')));
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => append(to(`busy-${index}`, 0, made('again')))),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(39).fill('fulfilled')]);
  });

  test('grouped commands stay independent: a row that no table takes harms no other', async () => {
    const bad = (index: number) =>
      append({ ...to(`row-${index}`, 0, made('x')), row: { table: 'no_such_table', values: {} } });
    const results = await Promise.allSettled([
      append(to('row-1', 0, made('x'))),
      ...[2, 3].map(bad),
      ...[4, 5, 6].map((index) => append(to(`row-${index}`, 0, made('x')))),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await store.readStream('row-2')).version).toBe(0);
  });

  test('refuses unknown types, bad stream ids, doubled streams and empty appends before asking the database', async () => {
    await expect(append(to('thing-5', 0, { type: 'Nonsense', data: {} }))).rejects.toThrow(/Nonsense/);
    await expect(append(to('Thing 5', 0, made('x')))).rejects.toThrow(/not a stream id/);
    await expect(append(to('thing-5', 0, made('x')), to('thing-5', 1, moved(1)))).rejects.toThrow(/twice/);
    await expect(append(to('thing-1', 2))).rejects.toThrow(/without events/);
  });

  test.each([
    { lanes: 2, batch: 32 },
    { lanes: 8, batch: 1 },
  ])('sent without waiting for each other, appends to one stream keep their order (%o)', async (grouping) => {
    const another = await t.openAnother({ grouping });
    const streamId = `pipeline-${grouping.lanes}`;
    const versions = Array.from({ length: 20 }, (_, version) => version);
    await Promise.all(
      versions.map((version) =>
        another.append({ streams: [to(streamId, version, moved(version))], metadata }),
      ),
    );
    const { events } = await another.readStream(streamId);
    expect(events.map(({ data }) => data)).toEqual(versions.map((place) => ({ place })));
  });

  test('streams that another session locks delay only their appends', async () => {
    const ids = Array.from({ length: 5 }, (_, index) => `locked-${index}`);
    await append(...ids.map((id) => to(id, 0, made('x'))));
    const holder = new Client({ connectionString: t.database.adminUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select from streams where stream_id like 'locked-%' for update`);
    const held: Promise<unknown>[] = [];
    for (const id of ids) {
      held.push(append(to(id, 1, moved(1))));
      // Each its own statement: more than there are lanes.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // These end although the locks are held until the commit below.
    await Promise.all(Array.from({ length: 20 }, (_, index) => append(to(`unheld-${index}`, 0, made('x')))));
    await holder.query('commit');
    await holder.end();
    await Promise.all(held);
    expect((await store.readStream('locked-4')).version).toBe(2);
  });

  test('draws ids without repeating any', async () => {
    const drawn = (await Promise.all([store.nextIds(50), store.nextIds(50)])).flat();
    expect(new Set(drawn).size).toBe(100);
  });
});

describe('one winner per expected version (product/reliability.md §3)', () => {
  test.each([1, 2])('50 racers on %i nodes: one wins each round, versions have no gap', async (nodes) => {
    const others = nodes === 1 ? [] : [await t.openAnother()];
    const stores = [store, ...others];
    const streamId = `race-${nodes}`;
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.allSettled(
        Array.from({ length: 50 }, (_, racer) =>
          (stores[racer % stores.length] ?? store).append({
            streams: [to(streamId, round, moved(racer))],
            metadata,
          }),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const losses = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
      expect(losses.every((reason) => reason instanceof WrongExpectedVersion)).toBe(true);
    }
    const { events } = await store.readStream(streamId);
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  test('racers over several streams in different orders neither deadlock nor half-win', async () => {
    const ids = ['cross-1', 'cross-2', 'cross-3', 'cross-4'];
    await append(...ids.map((id) => to(id, 0, made(id))));
    const another = await t.openAnother({ grouping: { batch: 1, lanes: 8 } });
    const race = (round: number, racer: number) =>
      (racer % 2 === 0 ? store : another).append({
        streams: (racer % 3 === 0 ? ids : ids.toReversed()).map((id) => to(id, round, moved(racer))),
        metadata,
      });
    for (let round = 1; round <= 5; round += 1) {
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, racer) => race(round, racer)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
    const histories = await store.readStreams(ids);
    const winners = [...histories.values()].map(({ events }) => events.map(({ data }) => data).slice(1));
    expect(new Set(winners.map((list) => JSON.stringify(list))).size).toBe(1);
  });
});

describe('idempotency (product/reliability.md §2)', () => {
  const command = (key: string, body: string) => ({ person: 'user-7', key, fingerprint: body });

  test('the same key gives the same answer and no second effect', async () => {
    const request = (streamId: string): AppendRequest => ({
      streams: [to(streamId, 0, made('ring'))],
      metadata,
      idempotency: { ...command('k1', 'body'), answer: { rmaId: 12, itemIds: [1, 2] } },
    });
    const first = await store.append(request('idem-1'));
    // A new attempt has drawn new ids: the answer is the first one's all the same.
    const second = await store.append(request('idem-2'));
    expect(second).toEqual({ ...first, replayed: true, answer: { rmaId: 12, itemIds: [1, 2] } });
    expect((await store.readStream('idem-2')).version).toBe(0);
    expect(await store.findCommand(command('k1', 'body'))).toEqual(second);
  });

  test('the same key with another body is a conflict', async () => {
    const request = (body: string): AppendRequest => ({
      streams: [to('idem-3', 0, made('ring'))],
      metadata,
      idempotency: command('k2', body),
    });
    await store.append(request('one'));
    await expect(store.append(request('other'))).rejects.toThrow(IdempotencyConflict);
    await expect(store.findCommand(command('k2', 'other'))).rejects.toThrow(IdempotencyConflict);
  });

  test('keys of two persons never meet', async () => {
    const of = (person: string, streamId: string) =>
      store.append({
        streams: [to(streamId, 0, made('ring'))],
        metadata,
        idempotency: { ...command('k3', 'b'), person },
      });
    expect((await of('user-1', 'idem-4')).replayed).toBeUndefined();
    expect((await of('user-2', 'idem-5')).replayed).toBeUndefined();
    expect(await store.findCommand({ ...command('k3', 'b'), person: 'user-3' })).toBeUndefined();
  });

  test('a refused command leaves its key free', async () => {
    const request = (expected: number): AppendRequest => ({
      streams: [to('idem-6', expected, made('ring'))],
      metadata,
      idempotency: command('k4', 'b'),
    });
    await expect(store.append(request(5))).rejects.toThrow(WrongExpectedVersion);
    expect(await store.findCommand(command('k4', 'b'))).toBeUndefined();
    expect((await store.append(request(0))).replayed).toBeUndefined();
  });

  test('50 senders of one key on two nodes: one effect, one answer', async () => {
    const another = await t.openAnother({ grouping: { batch: 1, lanes: 8 } });
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, sender) =>
        (sender % 2 === 0 ? store : another).append({
          streams: [to(`idem-many-${sender}`, 0, made('ring'))],
          metadata,
          idempotency: { ...command('k5', 'b'), answer: { sender: 'the first' } },
        }),
      ),
    );
    expect(new Set(results.map(({ position }) => position)).size).toBe(1);
    expect(results.filter(({ replayed }) => replayed !== true)).toHaveLength(1);
    const streams = await store.readStreams(results.map((_, sender) => `idem-many-${sender}`));
    expect([...streams.values()].filter(({ version }) => version === 1)).toHaveLength(1);
  });
});

describe('the database guards the log', () => {
  test('the role of the app can neither insert, change nor delete events or streams', async () => {
    const client = new Client({ connectionString: t.database.appUrl });
    await client.connect();
    for (const sql of [
      `update events set data = '{}'`,
      'delete from events',
      'truncate events',
      'insert into events select * from events limit 1',
      'update streams set version = 1',
      'delete from streams',
      `insert into streams values ('x-1', 1, 1, 1, '')`,
      'update handled_commands set answer = null',
      'update log_horizon set position = 0',
      `select setval('event_position', 1)`,
      'update events_default set version = 1',
      'update subject_keys set wrapped_key = null',
      'create table mine (id int)',
      'set role atelier_writer',
      'set role atelier_owner',
    ]) {
      await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
    }
    await client.end();
  });
});
