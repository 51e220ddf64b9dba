import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { makeNarrowPartitions } from '../testing/narrow-partitions.ts';

let t: TestStore;
let owner: Client;

beforeEach(async () => {
  t = await createTestStore();
  owner = new Client({ connectionString: t.database.connectionString });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await t.close();
});

async function rowsPerTable(): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string; count: string }>(
    'select tableoid::regclass::text as name, count(*) as count from events group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

async function upperEnd(): Promise<number> {
  const { rows } = await owner.query<{ end: string }>(
    'select max(upper_position) as end from event_partitions',
  );
  return Number(rows[0]?.end);
}

describe('partitions of the log', () => {
  test('are made ahead by every role that may append', async () => {
    await makeNarrowPartitions(owner);
    await t.pool.query('select ensure_event_partitions(3)');
    const { rows } = await t.pool.query(
      'select lower_position, upper_position from event_partitions order by 1',
    );
    expect(rows).toEqual(
      [0, 10, 20, 30].map((from) => ({ lower_position: from, upper_position: from + 10 })),
    );
    expect((await t.pool.query('select ensure_event_partitions(3) as made')).rows).toEqual([{ made: 0 }]);
    await expect(t.pool.query('select make_event_partition(100, 110)')).rejects.toThrow(/permission denied/);
  });

  test('hold streams that reach over several of them', async () => {
    await makeNarrowPartitions(owner);
    await t.pool.query('select ensure_event_partitions()');
    for (let version = 0; version < 12; version += 1) {
      const streams = [to('long-1', version, moved(version)), to(`short-${version}`, 0, made('x'))];
      await t.store.append({ streams, metadata: testMetadata });
    }
    expect(await rowsPerTable()).toEqual({
      events_000000000000: 9,
      events_000000000010: 10,
      events_000000000020: 5,
    });
    const { events } = await t.store.readStream('long-1');
    expect(events.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const readAll = async () => {
      await t.store.advanceHorizon();
      return (await t.store.readLog({ after: 0, limit: 100 })).events.length;
    };
    await expect.poll(readAll).toBe(24);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: 24 });
  });

  test('made too late hide nothing from a read that begins meanwhile', async () => {
    await makeNarrowPartitions(owner);
    for (let n = 0; n < 6; n += 1)
      await t.store.append({ streams: [to(`late-${n}`, 0, made('x'))], metadata: testMetadata });
    await owner.query('begin');
    await owner.query('select ensure_event_partitions(2)');
    // It waits for a lock of the maker, with a plan that may be of before.
    const counting = t.pool.query<{ count: number }>('select count(*)::integer as count from events');
    const watcher = new Client({ connectionString: t.database.adminUrl });
    await watcher.connect();
    const isWaiting = async () => {
      const { rowCount } = await watcher.query(
        `select from pg_stat_activity where query like 'select count(*)::integer%' and wait_event_type = 'Lock'
          and datname = current_database()`,
      );
      return rowCount;
    };
    await expect.poll(isWaiting).toBe(1);
    await watcher.end();
    await owner.query('commit');
    expect((await counting).rows).toEqual([{ count: 6 }]);
  });

  test('made too late take over what the default one caught', async () => {
    await makeNarrowPartitions(owner);
    for (let index = 0; index < 15; index += 1)
      await t.store.append({ streams: [to(`late-${index}`, 0, made('x'))], metadata: testMetadata });
    expect(await rowsPerTable()).toEqual({ events_default: 15 });
    await t.pool.query('select ensure_event_partitions()');
    expect(await rowsPerTable()).toEqual({ events_000000000000: 9, events_000000000010: 6 });
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: 15 });
  });

  test('are kept ahead by the store itself while the log grows', async () => {
    await makeNarrowPartitions(owner);
    await t.pool.query('select ensure_event_partitions()');
    const endAfterAdvance = async () => {
      await t.store.advanceHorizon();
      return upperEnd();
    };
    for (let appended = 1; appended <= 60; appended += 1) {
      await t.store.append({ streams: [to(`grow-${appended}`, 0, made('x'))], metadata: testMetadata });
      if (appended % 5 !== 0) continue;
      // As positions are numbered from one, and partitions are ten wide here.
      await expect.poll(endAfterAdvance).toBeGreaterThan(appended + 20);
    }
    expect(Object.keys(await rowsPerTable())).not.toContain('events_default');
  });

  test('a stream is read from its own partitions only', async () => {
    await makeNarrowPartitions(owner);
    await t.pool.query('select ensure_event_partitions()');
    for (let index = 0; index < 25; index += 1)
      await t.store.append({ streams: [to(`prune-${index}`, 0, made('x'))], metadata: testMetadata });
    const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`
      explain (analyze, costs off, timing off, summary off)
      select found.* from streams s cross join lateral (select * from events found
        where found.stream_id = s.stream_id and found.position between s.first_position and s.last_position) found
       where s.stream_id = 'prune-3'`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/events_000000000000 found_1 \(actual/);
    expect(plan).toMatch(/events_000000000020 found_3 \(never executed\)/);
  });
});
