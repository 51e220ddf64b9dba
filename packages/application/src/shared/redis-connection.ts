import { once } from 'node:events';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress } from './redis-address.ts';

export type RedisConnection = Redis | Cluster;

/** How long calls wait for a Redis that is away. */
export type RedisPatience = Pick<
  RedisOptions,
  'maxRetriesPerRequest' | 'connectTimeout' | 'commandTimeout'
> & {
  /** A connection on which an answer is due and nothing comes for so many ms was lost without a word: another is opened. */
  readonly socketTimeout?: number;
};

const CLUSTER = { slotsRefreshTimeout: 2_000 } as const;

/** A connection to the server that the address names, or to the cluster some of whose nodes it names. */
export function connectToRedis(
  address: string,
  patience: RedisPatience,
  onError: (error: unknown) => void,
): RedisConnection {
  const { nodes, db, isSecure, ...login } = parseRedisAddress(address);
  // While no node answers, the library keeps calls to a cluster without end.
  const isWaitingForEver = patience.maxRetriesPerRequest === null;
  const options = { ...login, ...patience, ...(isSecure && { tls: {} }) };
  const [only, ...others] = nodes;
  const redis =
    others.length === 0 && only !== undefined
      ? new Redis({ ...options, ...only, db })
      : new Cluster([...nodes], { ...CLUSTER, redisOptions: options, enableOfflineQueue: isWaitingForEver });
  redis.on('error', onError);
  return redis;
}

/**
 * What the keys of a queue begin with. All keys of one queue must lie on one node of a cluster: the part in braces decides
 * on which, so that queues spread over the nodes. On a single server they keep the queue library's own prefix.
 */
export const queuePrefix = (redis: RedisConnection, queue: string): string =>
  redis instanceof Cluster ? `{bull-${queue}}` : 'bull';

const META_KEY = /^(?:bull|\{bull-.+?\}):(.+):meta$/;

/** Names of all queues that Redis holds, in order. */
export async function queueNames(redis: RedisConnection): Promise<readonly string[]> {
  const names = new Set<string>();
  const match = queuePrefix(redis, '*') + ':*:meta';
  for (const node of await mastersOf(redis)) {
    for await (const keys of node.scanStream({ match, count: 500 })) {
      for (const key of Array.isArray(keys) ? keys : []) {
        const [, name] = META_KEY.exec(String(key)) ?? [];
        if (name !== undefined) names.add(name);
      }
    }
  }
  return [...names].sort();
}

async function mastersOf(redis: RedisConnection): Promise<readonly Redis[]> {
  if (!(redis instanceof Cluster)) return [redis];
  // Before the first answer it knows no nodes.
  if (redis.status !== 'ready') await once(redis, 'ready');
  return redis.nodes('master');
}
