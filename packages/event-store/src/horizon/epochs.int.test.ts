import { asServer as onServer, laggingStandbyOf } from '@atelier/tests/harness/failover.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EpochChanged } from '../errors.ts';
import { createPool } from '../pool.ts';
import { createTestStore, made, moved, testMetadata, to, type TestStore } from '../testing/test-store.ts';
import { settleHorizon } from '../testing/settle-horizon.ts';
import type { LogEvent } from '../types.ts';
import type { LogCursor } from '../log-requests.ts';

const FAR = 1_000_000;

let t: TestStore;
beforeEach(async () => {
  t = await createTestStore();
  await append('thing-1', made('ring'), moved(1));
  await settleHorizon(t.pool, t.store);
});
afterEach(() => t.close());

const append = (streamId: string, ...events: ReturnType<typeof made>[]) =>
  t.store.append({ streams: [to(streamId, 0, ...events)], metadata: testMetadata });

/** As the superuser, who may write what only the server writes. */
const asServer = (...statements: readonly string[]) => onServer(t.database, ...statements);
const promote = () => asServer(`update log_horizon set timeline = '0000000F'`);

/** Tails until it fails or the test ends. */
function follow(after: LogCursor | 0) {
  const seen: LogEvent[] = [];
  const stop = new AbortController();
  const ended = t.store
    .tail({ after, signal: stop.signal, onBatch: ({ events }) => void seen.push(...events) })
    .catch((error: unknown) => error);
  return { seen, ended, stop: () => (stop.abort(), ended) };
}

describe('a tail', () => {
  it.each([
    ['the server has another timeline', promote],
    ['an epoch is begun by hand', () => asServer('select renew_epoch()')],
  ])('ends with an error when %s', async (_what, begin) => {
    const tail = follow(await t.store.readHorizon());
    await begin();
    expect(await tail.ended).toBeInstanceOf(EpochChanged);
    expect(tail.seen).toEqual([]);
  });

  it('ends with an error when its cursor lies beyond the log', async () => {
    const { epoch, position } = await t.store.readHorizon();
    expect(await follow({ epoch, position: position + 1 }).ended).toBeInstanceOf(EpochChanged);
  });

  it('goes on after a crash that forgot how far the horizon was', async () => {
    const cursor = await t.store.readHorizon();
    await asServer('update log_horizon set position = 0');
    const tail = follow(cursor);
    const { position } = await append('thing-2', made('chain'));
    await expect
      .poll(() => tail.seen.map((event) => event.position), { timeout: 60_000 })
      .toEqual([position]);
    expect(await tail.stop()).toBeUndefined();
  });
});

describe('another timeline', () => {
  it('begins once for many sessions, before any of them appends, and far ahead of what was given out', async () => {
    const [{ position }, [id = 0]] = [await append('thing-2', made('chain')), await t.store.nextIds(1)];
    const before = t.store.epoch();
    await promote();
    const pool = createPool({ connectionString: t.database.appUrl, role: 'atelier_app', max: 8 });
    const epochs = await Promise.all(
      Array.from({ length: 8 }, () => pool.query<{ epoch: string }>('select epoch from log_horizon')),
    );
    expect(new Set(epochs.map(({ rows }) => rows[0]?.epoch)).size).toBe(1);
    const other = await t.openAnother({ pool });
    expect(other.epoch()).not.toBe(before);
    const next = await other.append({ streams: [to('thing-3', 0, made('pin'))], metadata: testMetadata });
    expect(next.position).toBeGreaterThanOrEqual(position + FAR);
    expect((await other.nextIds(1))[0]).toBeGreaterThanOrEqual(id + FAR);
    const { rows } = await pool.query('select backup, asked_for, position, epoch from restores');
    expect(rows).toEqual([
      { backup: null, asked_for: null, position: expect.any(Number), epoch: other.epoch() },
    ]);
    await pool.end();
  });

  it('is known to a process by its first session there, and said once', async () => {
    const found: string[] = [];
    const stop = t.store.onEpoch(() => found.push(t.store.epoch()));
    const standby = await laggingStandbyOf(t.database);
    expect(await epochOfLog()).toBe(t.store.epoch());
    await standby.promote();
    expect([await epochOfLog()]).toEqual(found);
    await t.store.advanceHorizon();
    expect(found).toHaveLength(1);
    stop();
  });
});

/** A pooled session that was ended says so in the first query. */
async function epochOfLog(): Promise<string | undefined> {
  const ask = () => t.pool.query<{ epoch: string }>('select epoch from log_horizon');
  const { rows } = await ask().catch(ask);
  return rows[0]?.epoch;
}

describe('a page of the log', () => {
  it('leaves the million positions between two epochs out', async () => {
    await asServer('select renew_epoch()');
    await append('thing-2', made('chain'));
    await settleHorizon(t.pool, t.store);
    const ask = { order: 'newest', limit: 10, stretch: 10 } as const;
    const first = await t.store.readLogPage(ask);
    const second = await t.store.readLogPage({ ...ask, beyond: first.next ?? undefined });
    const third = await t.store.readLogPage({ order: 'oldest', limit: 10, stretch: 10, beyond: 2 });
    const names = [first, second, third].map(({ events }) => events.map(({ streamId }) => streamId));
    expect(names).toEqual([['thing-2'], ['thing-1', 'thing-1'], ['thing-2']]);
  });
});
