import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis, type TestRedis } from './redis.ts';

describe('a test Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const connect = (): Redis => new Redis(redis.url, { maxRetriesPerRequest: 1 });

  test('runs with an append-only file and without eviction', async () => {
    const client = connect();
    expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
    expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    client.disconnect();
  });

  test('comes back on the same address after a kill', async () => {
    await redis.kill();
    await redis.restart();
    const client = connect();
    expect(await client.ping()).toBe('PONG');
    client.disconnect();
  });
});
