import { realTimers } from '@atelier/postgres/timers.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendOn, startHostileWriters } from '../testing/writers.ts';
import { readAsOracle, readNaively } from '../testing/other-readers.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { LogEvent } from '../types.ts';
import type { LogCursor } from '../log-requests.ts';

let t: TestStore;
beforeEach(async () => {
  t = await createTestStore();
});
afterEach(() => t.close());

// Another session may be moving the horizon at this very moment.
const patient = { timeout: 60_000 };

const append = (streamId: string, version: number, ...events: ReturnType<typeof made>[]) =>
  t.store.append({ streams: [to(streamId, version, ...events)], metadata: testMetadata });

async function ownerClient(): Promise<Client> {
  const client = new Client({ connectionString: t.database.connectionString });
  await client.connect();
  return client;
}

/** Collects what a tail delivers until stopped. */
function collect(after: LogCursor | 0 = 0) {
  const seen: LogEvent[] = [];
  const stop = new AbortController();
  const ended = t.store.tail({
    after,
    limit: 50,
    signal: stop.signal,
    onBatch: ({ events }) => {
      seen.push(...events);
    },
  });
  return {
    seen,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

async function committedPositions(): Promise<readonly number[]> {
  const { rows } = await t.pool.query<{ position: number }>('select position from events order by position');
  return rows.map(({ position }) => position);
}

/** Waits, at most ten seconds, until what is watched has come to a number. */
async function caughtUp(goal: number, watched: () => number | undefined): Promise<void> {
  for (let waited = 0; (watched() ?? 0) < goal && waited < 10_000; waited += 20) await sleep(20);
}

describe('the log', () => {
  test('is read up to the horizon, in order, in batches', async () => {
    await append('thing-1', 0, made('a'), moved(1), moved(2));
    const { position } = await append('thing-2', 0, made('b'));
    await expect.poll(async () => (await t.store.advanceHorizon()).position, patient).toBe(position);
    const first = await t.store.readLog({ after: 0, limit: 3 });
    expect(first.events.map(({ streamId, version }) => `${streamId}@${version}`)).toEqual([
      'thing-1@1',
      'thing-1@2',
      'thing-1@3',
    ]);
    const second = await t.store.readLog({ after: first.next, limit: 3 });
    expect(second.events.map(({ streamId }) => streamId)).toEqual(['thing-2']);
    expect(second.next).toEqual(second.horizon);
    const third = await t.store.readLog({ after: second.next, limit: 3 });
    expect(third).toEqual({ ...second, events: [] });
    const ofType = await t.store.readLog({ after: 0, limit: 10, types: ['ThingMade'] });
    expect(ofType.events.map(({ streamId }) => streamId)).toEqual(['thing-1', 'thing-2']);
    expect(ofType.next).toEqual(second.horizon);
  });

  test('wakes a tail on another node without its poll', async () => {
    // Its poll never comes; the pause between two moves stays short.
    const pauses = {
      ...realTimers,
      sleep: (ms: number, signal?: AbortSignal) => realTimers.sleep(ms < 100 ? ms : 600_000, signal),
    };
    const another = await t.openAnother({ timers: pauses });
    const stop = new AbortController();
    const seen: LogEvent[] = [];
    const onBatch = ({ events }: { events: readonly LogEvent[] }) => void seen.push(...events);
    const ended = another.tail({ after: 0, signal: stop.signal, onBatch });
    await sleep(400);
    for (let turn = 1; turn <= 5; turn += 1) {
      await append(`bell-${turn}`, 0, made('x'));
      await expect.poll(() => seen.length, patient).toBe(turn);
    }
    stop.abort();
    await ended;
  });

  test('a tail that lost its listening connection still gets everything by polling', async () => {
    const tail = collect();
    await sleep(300);
    const admin = new Client({ connectionString: t.database.adminUrl });
    await admin.connect();
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`);
    await admin.end();
    await sleep(50);
    const { position } = await append('deaf-1', 0, made('x'));
    await caughtUp(position, () => tail.seen.at(-1)?.position);
    await tail.stop();
    expect(tail.seen.map(({ position }) => position)).toEqual([position]);
  });

  test('a failing consumer ends its tail with the error', async () => {
    await append('thing-1', 0, made('a'));
    const failing = t.store.tail({
      after: 0,
      signal: new AbortController().signal,
      onBatch: () => Promise.reject(new Error('poison')),
    });
    await expect(failing).rejects.toThrow('poison');
  });
});

describe('the horizon (product/reliability.md §4)', () => {
  test('lost, repeated, out of order: 0/0/0 under pauses, rollbacks and a foreign long transaction', async () => {
    const foreign = await ownerClient();
    await foreign.query('create table elsewhere (id int)');
    const tail = collect();
    let running = true;
    const naive = new Set<number>();
    const oracle: number[] = [];
    const readers = Promise.all([
      readNaively(t.pool, naive, () => running),
      readAsOracle(t.pool, oracle, () => running),
    ]);
    const writers = await startHostileWriters(t.database.appUrl, 8, 11);
    await sleep(500);

    // A transaction that has nothing to do with the log holds up the oracle, and must not hold up the horizon.
    await foreign.query('begin');
    await foreign.query('insert into elsewhere values (1)');
    const [oracleBefore, tailBefore] = [oracle.length, tail.seen.length];
    await sleep(3_000);
    const [oracleDuring, tailDuring] = [oracle.length - oracleBefore, tail.seen.length - tailBefore];
    await foreign.query('commit');
    await foreign.end();
    await sleep(500);
    await writers.stop();
    const committed = await committedPositions();
    // The oracle waits for every transaction of the whole server, other tests' too.
    await caughtUp(committed.length, () => oracle.length);
    running = false;
    await readers;
    await caughtUp(committed.at(-1) ?? 0, () => tail.seen.at(-1)?.position);
    await tail.stop();

    const seen = tail.seen.map(({ position }) => position);
    expect(committed.length).toBeGreaterThan(100);
    expect(new Set(committed)).toEqual(writers.committed);
    expect(seen, 'the tail').toEqual(committed);
    expect(
      oracle.toSorted((a, b) => a - b),
      'the oracle',
    ).toEqual(committed);
    // The scene is hostile enough: a reader without a horizon loses events in it.
    expect(naive.size).toBeLessThan(committed.length);
    expect(tailDuring).toBeGreaterThan(300);
    expect(oracleDuring).toBeLessThan(tailDuring / 2);
  });

  test('an append that stays open stops the horizon below itself, and only that', async () => {
    const slow = new Client({ connectionString: t.database.appUrl });
    await slow.connect();
    await append('before-1', 0, made('x'));
    await slow.query('begin');
    await appendOn(slow, 'slow-1');
    const { position } = await append('after-1', 0, made('x'));
    const open = await t.store.advanceHorizon();
    expect(open.position).toBeLessThan(position);
    await slow.query('commit');
    await slow.end();
    await expect.poll(async () => (await t.store.advanceHorizon()).position, patient).toBe(position);
    const { events } = await t.store.readLog({ after: 0, limit: 10 });
    expect(events.map(({ streamId }) => streamId)).toEqual(['before-1', 'slow-1', 'after-1']);
  });

  test('an append that stays open and is then rolled back holds up nothing that comes after it', async () => {
    const slow = new Client({ connectionString: t.database.appUrl });
    await slow.connect();
    await slow.query('begin');
    await appendOn(slow, 'slow-1');
    expect((await t.store.advanceHorizon()).position).toBe(0);
    await slow.query('rollback');
    await slow.end();
    const { position } = await append('after-1', 0, made('x'));
    await expect.poll(async () => (await t.store.advanceHorizon()).position, patient).toBe(position);
    expect((await t.store.readLog({ after: 0, limit: 10 })).events).toHaveLength(1);
  });

  test('a reader killed with -9 again and again sees every event once, in order', async () => {
    const owner = await ownerClient();
    await owner.query(`create table seen (turn bigserial primary key, position bigint not null unique);
      create table seen_checkpoint (position bigint not null); insert into seen_checkpoint values (0);
      grant select, insert on seen to atelier_app; grant usage on sequence seen_turn_seq to atelier_app;
      grant select, update on seen_checkpoint to atelier_app`);
    const writers = await startHostileWriters(t.database.appUrl, 6, 23);
    const script = fileURLToPath(new URL('../testing/reader.ts', import.meta.url));
    const startReader = () => spawn(process.execPath, [script, t.database.appUrl], { stdio: 'inherit' });
    const kills: (NodeJS.Signals | null)[] = [];
    for (const life of [900, 700, 1_100]) {
      const reader = startReader();
      await sleep(life);
      reader.kill('SIGKILL');
      const [, signal] = await once(reader, 'exit');
      kills.push(signal);
    }
    await writers.stop();
    const last = startReader();
    const committed = await committedPositions();
    const count = async () => {
      const { rows } = await owner.query<{ count: string }>('select count(*) from seen');
      return Number(rows[0]?.count);
    };
    for (let waited = 0; (await count()) < committed.length && waited < 10_000; waited += 50) await sleep(50);
    last.kill('SIGKILL');
    await once(last, 'exit');
    const { rows } = await owner.query<{ position: string }>('select position from seen order by turn');
    await owner.end();
    expect(kills).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(committed.length).toBeGreaterThan(200);
    expect(rows.map(({ position }) => Number(position))).toEqual(committed);
  });

  test('numbers drawn in vain never become the horizon', async () => {
    const { position } = await append('thing-1', 0, made('x'));
    const client = new Client({ connectionString: t.database.appUrl });
    await client.connect();
    await client.query('begin');
    await appendOn(client, 'vain-1');
    await client.query('rollback');
    await client.end();
    await expect.poll(async () => (await t.store.advanceHorizon()).position, patient).toBe(position);
  });
});
