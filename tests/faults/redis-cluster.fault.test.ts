import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedisCluster, type TestRedisCluster } from '../harness/redis-cluster.ts';
import { ask, must, signIn } from './support/caller.ts';
import { first, openSite, rowsOf, type Site } from './support/site.ts';
import { until } from './support/until.ts';

/** product/reliability.md §10 on a cluster: the master that holds a queue is lost, and its replica goes on. */
const PIECES = 12;
/** The cluster takes seconds to promote the replica; the reconciler looks every half minute. */
const finishesWithinMs = 60_000;

let cluster: TestRedisCluster;
let site: Site;
beforeAll(async () => {
  cluster = await startRedisCluster({ withReplicas: true });
  site = await openSite({ node: { env: { REDIS_URL: cluster.url } } });
});
afterAll(async () => {
  await site?.close();
  await cluster?.stop();
});

test('a run whose master is killed is carried out whole, and each piece once', async () => {
  const { url } = first(site.apis);
  const pieces = await site.waitingPieces(PIECES, 'CLUSTER');
  const admin = await signIn(url, 'admin');
  const lost = await cluster.masterOf('{bull-clearing}:clearing:meta');
  const answer = await ask(url, admin, {
    method: 'POST',
    path: '/tools/autoclientreceived',
    body: { end_date: '2999-12-31', limit: 1_000, rma_id: pieces.map(({ rmaId }) => rmaId).join(',') },
    key: 'run-on-a-cluster',
  });
  const { id } = must({ answer, failures: 0 }).data as { id: number };
  await cluster.kill(lost);
  const run = await until(
    `run ${id} to end`,
    async () => {
      const path = `/tools/autoclientreceived/run?id=${id}`;
      const { data } = (await ask(url, admin, { method: 'GET', path })).body;
      const found = data as { state: string; cleared: number } | null;
      return found?.state === 'done' && found;
    },
    finishesWithinMs,
  );
  expect(run).toMatchObject({ cleared: PIECES });
  const rows = await rowsOf(site);
  expect(pieces.map(({ itemId }) => rows.get(itemId)?.status)).toEqual(pieces.map(() => 16));
  const { rows: moves } = await site.pool.query<{ moves: number }>(
    `select count(*)::int as moves from events where type = 'ItemStatusChanged' and data ->> 'to' = '16'
        and stream_id = any($1) group by stream_id`,
    [pieces.map(({ itemId }) => `item-${itemId}`)],
  );
  expect(moves.map((row) => row.moves)).toEqual(pieces.map(() => 1));
  expect(await cluster.masterOf('{bull-clearing}:clearing:meta')).not.toBe(lost);
});
