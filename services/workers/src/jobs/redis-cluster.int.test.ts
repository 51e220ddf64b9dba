import { connectToRedis, queueNames } from '@atelier/application/shared/redis-connection.ts';
import { startRedisCluster, type TestRedisCluster } from '@atelier/tests/harness/redis-cluster.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueues, type JobQueue, type OpenQueue } from './queues.ts';

describe('queues on a Redis cluster', () => {
  let cluster: TestRedisCluster;
  let open: OpenQueue;
  const opened: JobQueue[] = [];
  beforeAll(async () => {
    cluster = await startRedisCluster();
    const queues = createQueues({
      databaseUrl: '',
      redisUrl: cluster.url,
      queues: 1,
      onError: () => undefined,
    });
    open = (name) => {
      const queue = queues(name);
      opened.push(queue);
      return queue;
    };
  });
  afterAll(async () => {
    // The library waits for ever to say goodbye to a Redis that is gone.
    await Promise.race([Promise.all(opened.map((queue) => queue.close())), sleep(1_000)]);
    await cluster.stop();
  });

  it('work on jobs once for each key, and repeat what is scheduled', async () => {
    const queue = open('clearing');
    const done: string[] = [];
    queue.work(async ({ name, id }) => void done.push(id?.startsWith('repeat') ? name : String(id)));
    await Promise.all(['run-1', 'run-2', 'run-1'].map((key) => queue.add('run', {}, key)));
    await queue.schedule('nightly', '* * * * * *', 'tick', {});
    await expect.poll(() => new Set(done)).toEqual(new Set(['run-1', 'run-2', 'tick']));
    await queue.unschedule('nightly');
    expect(done.filter((id) => id === 'run-1')).toHaveLength(1);
  });

  it('lie on different masters, and are found on all of them', async () => {
    const names = ['clearing', 'nav', 'care', 'upkeep', 'reference'];
    await Promise.all(names.map((name) => open(name).add('job', {}, `job-${name}`)));
    const masters = await Promise.all(names.map((name) => cluster.masterOf(`{bull-${name}}:${name}:meta`)));
    expect(new Set(masters).size).toBeGreaterThan(1);
    const redis = connectToRedis(cluster.url, {}, () => undefined);
    expect(await queueNames(redis)).toEqual([...names].sort());
    redis.disconnect();
  });

  it('fail soon when no node answers', async () => {
    const queue = open('lost');
    await queue.add('job', {}, 'before');
    await cluster.stop();
    await expect(queue.add('job', {}, 'after')).rejects.toThrow(/the queue cannot be reached|CLUSTERDOWN/);
  });
});
