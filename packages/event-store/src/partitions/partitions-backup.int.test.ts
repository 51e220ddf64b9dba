import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PartitionState } from './partition-maker.ts';
import { createTestStore, made, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { makeNarrowPartitions } from '../testing/narrow-partitions.ts';

/** A session's `lock_timeout` is 2 s: whatever waits for a lock of ours that long shows as such. */
const readerPatienceMs = 1_000;
const rounds = 15;

let states: PartitionState[];
let t: TestStore;
let owner: Client;
let backup: Client;

beforeEach(async () => {
  states = [];
  t = await createTestStore({ onPartitions: (state) => states.push(state) });
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: t.database.connectionString });
    await client.connect();
    return client;
  };
  owner = await connect();
  backup = await connect();
});
afterEach(async () => {
  await Promise.all([owner.end(), backup.end()]);
  await t.close();
});

/** What pg_dump does: one snapshot, and a lock on every table that blocks changes of its shape. */
async function beginBackup(): Promise<void> {
  await backup.query('begin isolation level repeatable read read only');
  await backup.query('lock table events in access share mode');
}

const upperEnd = async (): Promise<number> => {
  const { rows } = await owner.query<{ end: string }>(
    'select max(upper_position) as end from event_partitions',
  );
  return Number(rows[0]?.end);
};

/** Calls that waited for a lock at a moment, and for how long; our own statement about partitions left out. */
async function waitingReaders(): Promise<readonly number[]> {
  const { rows } = await owner.query<{ ms: number }>(`
    select (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as ms
      from pg_locks l join pg_stat_activity a using (pid)
     where not l.granted and l.waitstart is not null and a.datname = current_database()
       and a.query !~ 'event_partition'`);
  return rows.map(({ ms }) => ms);
}

async function watchWaits(until: AbortSignal): Promise<number> {
  let longest = 0;
  while (!until.aborted) {
    longest = Math.max(longest, ...(await waitingReaders()));
    await sleep(10);
  }
  return longest;
}

/** One append, the move of the horizon after it, and both kinds of reading. A lock that one waits for ends it by `lock_timeout`. */
async function useLog(round: number): Promise<void> {
  const streamId = `backup-${round}`;
  await t.store.append({ streams: [to(streamId, 0, made('x'))], metadata: testMetadata });
  await t.store.advanceHorizon();
  expect((await t.store.readStream(streamId)).version).toBe(1);
  await t.store.readLog({ after: 0, limit: 100 });
}

test('a backup that runs while partitions are due makes no reader and no move of the horizon wait', async () => {
  await makeNarrowPartitions(owner);
  await t.pool.query('select ensure_event_partitions(1)');
  const before = await upperEnd();
  await beginBackup();
  const done = new AbortController();
  const watching = watchWaits(done.signal);

  for (let round = 0; round < rounds; round += 1) await useLog(round);
  done.abort();
  expect(await upperEnd()).toBe(before);
  expect(await watching).toBeLessThan(readerPatienceMs);

  await expect.poll(() => states.length).toBeGreaterThan(1);
  expect(states.slice(0, 2)).toMatchObject([{ retryInMs: 1_000 }, { retryInMs: 2_000 }]);
  expect(String(states[0]?.error)).toContain('lock timeout');

  await backup.query('commit');
  await expect.poll(upperEnd).toBeGreaterThan(before + 10);
  await expect.poll(() => states.at(-1)?.widthsAhead).toBeGreaterThanOrEqual(3);
  expect(states.at(-1)?.error).toBeUndefined();
  expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: rounds });
});
