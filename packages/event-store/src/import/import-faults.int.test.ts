import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPool } from '../pool.ts';
import { testMasterKey, testRegistry } from '../testing/test-registry.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import type { AppendRequest, StreamAppend } from '../types.ts';
import { importEvents } from './import-events.ts';

let t: TestStore;
let owner: Pool;
beforeEach(async () => {
  t = await createTestStore();
  owner = createPool({ connectionString: t.database.connectionString, role: 'owner', copies: true, max: 3 });
});
afterEach(async () => {
  await owner.end();
  await t.close();
});

const request = (...streams: readonly StreamAppend[]): AppendRequest => ({ streams, metadata: testMetadata });
const importing = (requests: AsyncIterable<AppendRequest>, room = 10_000) =>
  importEvents({ owner, registry: testRegistry, masterKey: testMasterKey, room }, requests);
const patient = { timeout: 60_000 };

/** What a tail delivers from the beginning of the log. */
function follow() {
  const positions: number[] = [];
  const ids: string[] = [];
  const stop = new AbortController();
  const ended = t.store.tail({
    after: 0,
    signal: stop.signal,
    onBatch: ({ events }) => {
      positions.push(...events.map((event) => event.position));
      ids.push(...events.map((event) => event.streamId));
    },
  });
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  return { positions, ids, end };
}

/** Three events of each of so many streams; in the middle, with half of them on their way, something else happens. */
async function* history(name: string, streams: number, meanwhile: () => Promise<void>) {
  for (let index = 0; index < streams; index += 1) {
    if (index === Math.floor(streams / 2)) await meanwhile();
    yield request(to(`${name}-${index}`, 0, made('ring'), moved(1), moved(2)));
  }
}

describe('an import beside appends', () => {
  test('neither holds up readers nor loses, doubles or disorders anything', async () => {
    const tail = follow();
    let appended = 0;
    let running = true;
    const writer = async (name: number): Promise<void> => {
      for (let turn = 0; running; turn += 1) {
        await t.store.append(request(to(`live-${name}-${turn}`, 0, made('ring'))));
        appended += 1;
      }
    };
    const writers = Promise.all([0, 1, 2, 3].map(writer));
    const { events } = await importing(
      history('imported', 8_000, async () => {
        // Seen while the import is open: the horizon does not wait for it.
        const { position } = await t.store.append(request(to('meanwhile-1', 0, made('ring'))));
        await expect.poll(() => tail.positions.at(-1) ?? 0, patient).toBeGreaterThanOrEqual(position);
        expect(tail.ids.some((id) => id.startsWith('imported-'))).toBe(false);
      }),
      1_000_000,
    );
    await t.store.append(request(to('afterwards-1', 0, made('ring'))));
    running = false;
    await writers;
    await expect.poll(() => tail.ids.length, patient).toBe(events + appended + 2);
    await tail.end();
    expect(new Set(tail.positions).size).toBe(tail.positions.length);
    expect(tail.positions).toEqual(tail.positions.toSorted((a, b) => a - b));
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: events + appended + 2 });
  });

  test('is refused as a whole when a stream that it guards moves meanwhile', async () => {
    await t.store.append(request(to('thing-1', 0, made('ring'))));
    async function* guarded() {
      yield request(to('thing-1', 1), to('thing-2', 0, made('ring')));
      yield* history('other', 4_000, async () => {
        await t.store.append(request(to('thing-1', 1, moved(1))));
      });
    }
    await expect(importing(guarded())).rejects.toMatchObject({ streamId: 'thing-1', expected: 1, actual: 2 });
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, streams: 1, events: 2 });
  });

  test('is given up before appends reach its places', async () => {
    const grown = importing(
      history('other', 4_000, async () => {
        const streams = Array.from({ length: 95 }, (_, index) => to(`live-${index}`, 0, made('ring')));
        await t.store.append(request(...streams));
      }),
      100,
    );
    await expect(grown).rejects.toMatchObject({ code: 'log_grew_into_import' });
    const next = await t.store.append(request(to('live-next', 0, made('ring'))));
    expect(next.position).toBeLessThan(200);
  });

  test('finds partitions however many it needs', async () => {
    await owner.query('update event_partitioning set width = 1000');
    await importing(history('wide', 4_000, () => Promise.resolve()));
    const { rows } = await owner.query<{ count: number }>('select count(*) from events_default');
    expect(rows[0]?.count).toBe(0);
    expect(await t.store.verifyChain('all')).toMatchObject({ ok: true, events: 12_000 });
  });
});

describe('an import that is killed', () => {
  const child = fileURLToPath(new URL('../testing/import-child.ts', import.meta.url));
  const streams = 10_000;

  /** Kills the importing process with SIGKILL when it has said a word so many times. */
  async function killAt(word: string, times: number): Promise<void> {
    const running = spawn(process.execPath, [child, t.database.connectionString, String(streams)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(running, 'exit');
    let said = 0;
    for await (const line of createInterface(running.stdout)) {
      if (line === word) said += 1;
      if (said === times) break;
    }
    running.kill('SIGKILL');
    await ended;
    // The server detects the lost connection.
    const open = `select from pg_stat_activity where datname = current_database() and query like '%import%' and pid <> pg_backend_pid()
      and state <> 'idle' and backend_type = 'client backend'`;
    await vi.waitFor(async () => expect((await owner.query(open)).rowCount).toBe(0), patient);
  }

  test.each([
    ['while it copies', 'copied', 1, 0],
    ['with all copied', 'copied', 6, 0],
    ['before its last step', 'almost', 1, 0],
    ['after its end', 'done', 1, streams * 3],
  ])(
    'leaves nothing or all of it: %s',
    async (_, word, times, expected) => {
      await killAt(word, times);
      const { rows } = await owner.query<{ count: number }>(
        `select count(*) from events where stream_id like 'killed-%'`,
      );
      expect(rows[0]?.count).toBe(expected);
      const check = await t.store.verifyChain('all');
      expect(check).toEqual({ ok: true, streams: expected / 3, events: expected });
      await t.store.append(request(to('live-1', 0, made('ring'))));
    },
    60_000,
  );
});
