import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../harness/redis.ts';
import { ask, askUntilAnswered, must, signIn } from './support/caller.ts';
import { openScreen, type OpenScreen } from './support/open-screen.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';
import { createWaits } from './support/waits.ts';
import type { DepositedPiece } from './support/world.ts';

/**
 * product/reliability.md §11: workers and screens resume after everything they lean on was away; progress is watched,
 * not claimed. A projection, a reaction and a job have continued without help.
 */
const OUTAGES_S = [1, 7, 15, 60];
const WAREHOUSE = 20;
/** How often all of them are gone through, on the same processes: `OUTAGE_ROUNDS=20 npm run test:faults -- outages`. */
const ROUNDS = Number(process.env['OUTAGE_ROUNDS'] ?? 1);
const OUTAGES = Array.from({ length: ROUNDS }, (_, round) =>
  OUTAGES_S.map((seconds, place) => ({ seconds, round: round + 1, index: round * OUTAGES_S.length + place })),
).flat();
/** Every round needs separate pieces. */
const preparedWithinMs = 180_000 + ROUNDS * 60_000;
/** The longest wait of each part after everything is back. */
const resumesWithinMs = 10_000;
/** Longer than that, so that a wait which is too long is measured and not only cut. */
const measuredWithinMs = 60_000;

describe.each(['PostgreSQL', 'Redis'] as const)('with queues on %s', (backend) => {
  let redis: TestRedis | undefined;
  let site: Site;
  let pieces: readonly number[];
  let waiting: readonly DepositedPiece[];
  let warehouse: string;
  let admin: string;
  let screen: OpenScreen;
  const waits = createWaits();
  const url = (): string => first(site.apis).url;

  beforeAll(async () => {
    redis = backend === 'Redis' ? await startRedis() : undefined;
    site = await openSite({ ...(redis && { node: { env: { REDIS_URL: redis.url } } }) });
    pieces = await site.sentPieces(OUTAGES.length, 'OUT-1');
    waiting = await site.waitingPieces(2 * OUTAGES.length, 'WAIT');
    warehouse = await signIn(url(), 'warehouse');
    admin = await signIn(url(), 'admin');
    screen = openScreen(url, warehouse, `site:${WAREHOUSE}`);
    await until('the screen to be live', () => screen.state() === 'live');
    // A process that does not reach its database at its very start ends, and is its supervisor's to start again.
    await until(
      'the workers to be at work',
      async () => (await stats())?.['sent_to_warehouse'] === pieces.length,
    );
  }, preparedWithinMs);

  afterAll(async () => {
    console.info(`longest waits, queues on ${backend}, ${waits.count()} outages: ${waits.longest()}`);
    // No process is restarted here: one that ended says why.
    for (const program of [...(site?.apis ?? []), ...(site?.workers ?? [])].map((node) => node.program()))
      if (program.child.exitCode !== null) console.error(program.stderr().slice(-4_000));
    screen?.close();
    await site?.close();
    await redis?.stop();
  });

  const stats = async (): Promise<Record<string, unknown> | null> => {
    const { data } = (await ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' })).body;
    return data as Record<string, unknown> | null;
  };

  const startRun = async (piece: DepositedPiece | undefined): Promise<number> => {
    const body = { end_date: '2999-12-31', rma_id: String(piece?.rmaId) };
    const key = `run-${piece?.rmaId}`;
    const call = { method: 'POST', path: '/tools/autoclientreceived', body, key } as const;
    return (must(await askUntilAnswered(url(), admin, call)).data as { id: number }).id;
  };

  const isCleared = async (piece: DepositedPiece | undefined): Promise<boolean> =>
    (await rowsOf(site)).get(piece?.itemId ?? 0)?.status === 16;

  /** The policy itself has read past a run's beginning: it was not the reconciler alone that found the work. */
  const hasReadOn = async (runId: number): Promise<boolean> => {
    const { rows } = await site.pool.query<{ read_on: boolean }>(
      `select p.position >= e.position as read_on from policy_checkpoints p, events e
        where p.name = 'clearing' and e.stream_id = $1 and e.type = 'ClearingRunStarted'`,
      [`clearing-run-${runId}`],
    );
    return rows[0]?.read_on === true;
  };

  const askForStats = () => ask(url(), warehouse, { method: 'GET', path: '/dashboard/stats' });

  /** Everything is away for so long, and comes back together. */
  async function outage(seconds: number): Promise<void> {
    await Promise.all([site.database.kill(), redis?.kill()]);
    try {
      // Sessions of a killed server live on for a moment, and may still answer.
      await until('a refusal', async () => (await askForStats()).status === 503, measuredWithinMs);
      await sleep(seconds * 1000);
    } finally {
      await Promise.all([site.database.start(), redis?.restart()]);
    }
  }

  test.each(OUTAGES)(
    'after $seconds s a job, a policy, a projection and a screen go on by themselves (round $round)',
    async ({ seconds, index }) => {
      const piece = pieces[index] ?? 0;
      const [caught, later] = [waiting[2 * index], waiting[2 * index + 1]];
      const inFactory = Number((await stats())?.['in_factory'] ?? 0);
      // Work that the outage may catch anywhere: asked for, queued, or half done.
      const caughtRun = await startRun(caught);
      await outage(seconds);

      const wait = waits.begin(seconds);
      const received = { method: 'PUT', path: '/rmastatus', key: `after-${index}` } as const;
      must(await askUntilAnswered(url(), warehouse, { ...received, body: { id: piece, rma_status_id: 3 } }));
      wait.over('API');
      const laterRun = await startRun(later);
      const took = async (part: string, look: () => Promise<boolean> | boolean): Promise<void> => {
        await until(part, look, measuredWithinMs);
        wait.over(part);
      };
      await Promise.all([
        took('projection', async () => (await stats())?.['in_factory'] === inFactory + 1),
        took('screen', () => screen.shown.get(piece)?.['rma_status_id'] === 3),
        took('policy', async () => (await hasReadOn(caughtRun)) && hasReadOn(laterRun)),
        took('caught job', () => isCleared(caught)),
        took('new job', () => isCleared(later)),
      ]);
      console.info(`${backend}, ${seconds} s away: ${wait.text()}`);
      expect(wait.longestMs()).toBeLessThan(resumesWithinMs);
      expect(screen.resyncs()).toBe(1);
    },
  );

  test('every piece was cleared once', async () => {
    const { rows } = await site.pool.query<{ moves: number }>(
      `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
          and stream_id = any($1) group by stream_id`,
      [waiting.map(({ itemId }) => `item-${itemId}`)],
    );
    expect(rows.map((row) => row.moves)).toEqual(waiting.map(() => 1));
  });
});
