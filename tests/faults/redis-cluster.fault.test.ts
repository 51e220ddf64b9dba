import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedisCluster, type TestRedisCluster } from '../harness/redis-cluster.ts';
import { signIn } from './support/caller.ts';
import { expectCleared, startClearing } from './support/clearing-run.ts';
import { first, openSite, type Site } from './support/site.ts';

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
  const pieces = await site.waitingPieces(PIECES, 'CLUSTER');
  const admin = await signIn(first(site.apis).url, 'admin');
  const lost = await cluster.masterOf('{bull-clearing}:clearing:meta');
  const id = await startClearing(site, admin, pieces);
  await cluster.kill(lost);
  await expectCleared(site, admin, { id, pieces, withinMs: finishesWithinMs });
  expect(await cluster.masterOf('{bull-clearing}:clearing:meta')).not.toBe(lost);
});
