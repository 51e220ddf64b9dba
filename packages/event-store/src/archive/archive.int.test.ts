import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client, type Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WrongExpectedVersion } from '../errors.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import { createPool } from '../pool.ts';
import { makeNarrowPartitions } from '../testing/narrow-partitions.ts';

import { settleHorizon } from '../testing/settle-horizon.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { DomainEvent } from '../types.ts';
import { attachEvents } from './attach-events.ts';
import { detachEvents, endBefore, type DetachTools } from './detach-events.ts';

let t: TestStore;
let owner: Pool;
let folder: string;

/** Ended are the things whose names begin with "old". */
const endedStreams = `select stream_id from streams where stream_id like 'old-%'`;
const NO_READERS = 'select null::text, null::bigint where false';
const detach = (upper: number, tools: Partial<DetachTools> = {}) =>
  detachEvents({ owner, folder, endedStreams, readers: NO_READERS, ...tools }, upper);
const attach = (name: string) => attachEvents({ owner, folder }, name);
const remark: DomainEvent = {
  type: 'RemarkMade',
  data: {
    customer: 'c-1',
    text: 'scratched\n"twice" \\ é',
    weight: 1.1e21,
    contact: { phone: '1' },
    images: [],
  },
};

beforeEach(async () => {
  t = await createTestStore();
  folder = await mkdtemp(join(tmpdir(), 'atelier-archive-'));
  owner = createPool({ connectionString: t.database.connectionString, role: 'owner', max: 3 });
  const admin = new Client({ connectionString: t.database.connectionString });
  await admin.connect();
  await makeNarrowPartitions(admin);
  await admin.query('select ensure_event_partitions()');
  await admin.end();
  // Positions 1 to 26 in three partitions of ten; old-4 ends in the second one, new-1 goes on.
  await append('old-1', 0, made('ring'), remark, moved(1));
  await append('new-1', 0, made('chain'), moved(1));
  await append('old-4', 0, made('clasp'), moved(1), moved(2), moved(3), moved(4), moved(5), moved(6));
  await append('old-2', 0, made('brooch'), moved(1));
  await append('new-1', 2, moved(2), moved(3), moved(4), moved(5), moved(6), moved(7), moved(8));
  await append('old-3', 0, made('pin'));
  await append('new-2', 0, made('stud'), moved(1), moved(2), moved(3));
  await settleHorizon(t.pool, t.store);
});
afterEach(async () => {
  await owner.end();
  await t.close();
  await rm(folder, { recursive: true });
});

const append = (id: string, version: number, ...events: readonly DomainEvent[]) =>
  t.store.append({ streams: [to(id, version, ...events)], metadata: testMetadata });
const wholeLog = async () => (await owner.query<object>('select * from events order by position')).rows;
const streams = async () => (await owner.query<object>('select * from streams order by stream_id')).rows;
const archives = async () => (await owner.query<object>('select * from event_archives')).rows;

const at = async (position: number) => ({ ...(await t.store.readHorizon()), position });

describe('events that are taken out of the log', () => {
  test('are those of streams that have ended; everything open goes on', async () => {
    const before = await wholeLog();
    const manifest = await detach(20);
    expect(manifest).toMatchObject({
      name: 'log-1-to-20',
      events: 12,
      streams: 3,
      firstPosition: 1,
      lastPosition: 14,
    });
    expect(await wholeLog()).toEqual(
      before.filter(
        (row) => !['old-1', 'old-2', 'old-4'].includes('stream_id' in row ? String(row.stream_id) : ''),
      ),
    );

    expect((await t.store.readStream('new-1')).events).toHaveLength(9);
    expect((await t.store.readStream('old-3')).events).toHaveLength(1);
    await append('new-1', 9, moved(9));
    await append('old-3', 1, moved(1));
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, streams: 3 });
    expect((await t.store.readLog({ after: await at(19), limit: 100 })).events.length).toBeGreaterThan(4);
  });

  test('lie in a file that says what it holds', async () => {
    const manifest = await detach(10);
    expect((await readdir(folder)).toSorted()).toEqual(['log-1-to-10.json', 'log-1-to-10.ndjson.gz']);
    expect(JSON.parse(await readFile(join(folder, 'log-1-to-10.json'), 'utf8'))).toEqual(manifest);
    const bytes = await readFile(join(folder, 'log-1-to-10.ndjson.gz'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest?.sha256);
    const lines = gunzipSync(bytes)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    // old-4 reaches over the end of the range: it stays whole in the log.
    expect(lines).toMatchObject([
      {
        position: 1,
        streamId: 'old-1',
        version: 1,
        type: 'ThingMade',
        data: { name: 'ring' },
        metadata: testMetadata,
      },
      { position: 2, type: 'RemarkMade', data: { text: { $sealed: expect.any(String) } } },
      { position: 3, version: 3 },
    ]);
  });

  test('cannot be read, and the error says where they are', async () => {
    await detach(20);
    const where = { code: 'archived_history', archive: 'log-1-to-20' };
    await expect(t.store.readStream('old-1')).rejects.toMatchObject(where);
    await expect(t.store.readStreams(['new-1', 'old-2'])).rejects.toBeInstanceOf(ArchivedHistory);
    await expect(t.store.readLog({ after: 0, limit: 10 })).rejects.toMatchObject(where);
    await expect(t.store.readLog({ after: await at(18), limit: 10 })).rejects.toMatchObject(where);
  });

  test('are not appended to, with any expected version', async () => {
    await detach(20);
    for (const version of [0, 1, 3])
      await expect(append('old-1', version, moved(9))).rejects.toBeInstanceOf(WrongExpectedVersion);
  });

  test('leave the partitions they lay in, a stream that ends later all of them', async () => {
    expect(await detach(10)).toMatchObject({ name: 'log-1-to-10', events: 3 });
    expect(await detach(10)).toBeUndefined();
    expect(await detach(20)).toMatchObject({
      name: 'log-2-to-20',
      events: 9,
      firstPosition: 6,
      lastPosition: 14,
    });
    const { rows } = await owner.query(
      'select tableoid::regclass::text as name, count(*) as events from events group by 1 order by 1',
    );
    expect(rows).toEqual([
      { name: 'events_000000000000', events: 2 },
      { name: 'events_000000000010', events: 5 },
      { name: 'events_000000000020', events: 7 },
    ]);
    await attach('log-1-to-10');
    await attach('log-2-to-20');
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, streams: 6, events: 26 });
  });

  test('get a name that no archive ever had, also when one was put back', async () => {
    const first = await detach(20, { endedStreams: `select 'old-1'` });
    const second = await detach(20);
    await attach(first?.name ?? '');
    const third = await detach(20);
    expect([first, second, third].map((manifest) => manifest?.name)).toEqual([
      'log-1-to-20',
      'log-2-to-20',
      'log-3-to-20',
    ]);
    for (const manifest of [second, third]) await attach(manifest?.name ?? '');
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, streams: 6, events: 26 });
  });

  test('come back as they were, chain and positions, and their streams go on', async () => {
    const [log, own] = [await wholeLog(), await streams()];
    await detach(20);
    await attach('log-1-to-20');
    expect(await wholeLog()).toEqual(log);
    expect(await streams()).toEqual(own);
    expect(await archives()).toEqual([]);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, streams: 6, events: 26 });
    expect((await t.store.readStream('old-1')).events[1]?.data).toEqual(remark.data);
    await append('old-1', 3, moved(9));
    await settleHorizon(t.pool, t.store);
    expect((await t.store.readLog({ after: 0, limit: 100 })).events).toHaveLength(27);
  });
});

describe('what is not taken out or put back', () => {
  test('a range that ends nowhere, is not final, or has readers behind it', async () => {
    await expect(detach(15)).rejects.toMatchObject({ code: 'detach_refused' });
    await expect(detach(30)).rejects.toMatchObject({ code: 'detach_refused' });
    await owner.query(`insert into projection_checkpoints (name, position) values ('slow', 12)`);
    await expect(detach(20)).rejects.toThrow('"slow" has read the log up to position 12');
    await expect(detach(10, { readers: `select 'webhook 7', 8` })).rejects.toThrow(
      '"webhook 7" has read the log up to position 8, not up to 10',
    );
    expect(await detach(10, { readers: `select 'webhook 7', 9` })).toMatchObject({ events: 3 });
  });

  test('anything, when the file cannot be written', async () => {
    const before = await wholeLog();
    await writeFile(join(folder, 'taken'), '');
    const broken = detach(20, { folder: join(folder, 'taken', 'below') });
    await expect(broken).rejects.toThrow('ENOTDIR');
    expect(await wholeLog()).toEqual(before);
    expect(await archives()).toEqual([]);
    expect((await t.store.readStream('old-1')).events).toHaveLength(3);
  });

  test('a file with other bytes, another manifest, or changed events', async () => {
    await detach(20);
    const before = await wholeLog();
    const file = join(folder, 'log-1-to-20.ndjson.gz');
    const manifest = join(folder, 'log-1-to-20.json');
    const [bytes, text] = [await readFile(file), await readFile(manifest, 'utf8')];

    await appendFile(file, 'x');
    await expect(attach('log-1-to-20')).rejects.toThrow('is not the file of its manifest');

    const forged = gzipSync(gunzipSync(bytes).toString().replace('"ring"', '"gold"'));
    const sha256 = createHash('sha256').update(forged).digest('hex');
    await writeFile(file, forged);
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(text), sha256 }));
    await expect(attach('log-1-to-20')).rejects.toThrow('the log has no archive log-1-to-20 with this file');

    // Even where the log's own note was changed too, the chain of the streams says so.
    await owner.query('update event_archives set sha256 = $1', [sha256]);
    await expect(attach('log-1-to-20')).rejects.toThrow('event 1 of old-1 does not fit its chain');
    expect(await wholeLog()).toEqual(before);
    await expect(attach('nowhere')).rejects.toMatchObject({ code: 'bad_archive' });
  });
});

test('a moment finds the partitions that are older', async () => {
  expect(await endBefore(owner, new Date(Date.now() + 60_000))).toBe(20);
  expect(await endBefore(owner, new Date(Date.now() - 3_600_000))).toBeUndefined();
  await owner.query(`update events set recorded_at = recorded_at - interval '1 day' where position < 15`);
  expect(await endBefore(owner, new Date(Date.now() - 3_600_000))).toBe(10);
});

test('an append to a stream that is being taken out is answered, and the log stays as it was', async () => {
  const before = await wholeLog();
  const reader = await owner.connect();
  // As a backup does: the tables cannot change places.
  await reader.query('begin; select from events limit 1');
  const detaching = detach(20).catch((error: unknown) => error);
  const files = async () => (await readdir(folder)).join(' ');
  await expect.poll(files).toMatch(/log-\d+-to-20\.json/);
  expect(await append('old-1', 3, moved(9))).toMatchObject({ versions: { 'old-1': 4 } });
  await reader.query('commit');
  reader.release();
  expect(await detaching).toMatchObject({ code: 'detach_refused' });
  expect((await wholeLog()).slice(0, before.length)).toEqual(before);
  expect([await archives(), (await t.store.readStream('old-1')).version]).toEqual([[], 4]);
  const { rows } = await owner.query(`select from pg_class where relname like 'events_%\\_kept'`);
  expect(rows).toEqual([]);
  expect(await detach(20)).toMatchObject({ streams: 2 });
});

test('readers and appends go on while events are taken out and put back', async () => {
  let running = true;
  let version = 9;
  const writing = (async () => {
    for (; running; version += 1) await append('new-1', version, moved(version));
  })();
  const reading = (async () => {
    for (; running;) expect((await t.store.readStream('new-2')).events).toHaveLength(4);
  })();
  try {
    for (let turn = 0; turn < 3; turn += 1) {
      const manifest = await detach(20);
      await attach(manifest?.name ?? '');
    }
  } finally {
    running = false;
    await Promise.all([writing, reading]);
  }
  expect((await t.store.readStream('new-1')).version).toBe(version);
  expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: 26 + version - 9 });
});
