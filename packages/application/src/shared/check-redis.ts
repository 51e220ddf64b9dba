import { describeError, Fault } from '@atelier/postgres/fault.ts';
import { Redis } from 'ioredis';
import { redisPlaceOf } from './dependencies.ts';
import { connectToRedis, type RedisConnection } from './redis-connection.ts';

const PATIENCE_MS = 3_000;
const REFUSED = /WRONGPASS|NOAUTH|NOPERM/;
const OF_TLS = /self-signed|certificate|altname/i;
const KEEPS_ALL = 'noeviction';

/** What a first look at Redis found. */
export interface RedisCheck {
  /** Why it does not answer now; jobs wait for it. */
  readonly away?: unknown;
  /** It may remove keys, hence jobs: a sentence. */
  readonly warning?: string;
}

/**
 * Looks at Redis once, before jobs are started.
 *
 * @throws Fault when it is there and refuses the login, or when its certificate does
 */
export async function checkRedis(address: string): Promise<RedisCheck> {
  try {
    return await withRedis(address, async (redis) => {
      await redis.ping();
      return redis instanceof Redis ? warningOf(address, await redis.info('memory')) : {};
    });
  } catch (error) {
    // What follows the first clause is advice for those who write clients.
    const [reason = ''] = describeError(error).split(/[,.;]/);
    if (REFUSED.test(reason)) throw fault(address, reason, 'correct user and password in REDIS_URL');
    if (OF_TLS.test(reason)) throw fault(address, reason, 'name it in REDIS_URL as its certificate does');
    return { away: error };
  }
}

/** Opens a connection and asks for an answer. @throws why there is none */
export const pingRedis = (address: string): Promise<string> => withRedis(address, (redis) => redis.ping());

/** Runs work on a new connection. A failure is the connection's first error: the client itself only reports that it gave up. */
async function withRedis<T>(address: string, work: (redis: RedisConnection) => Promise<T>): Promise<T> {
  let reason: unknown;
  const patience = { maxRetriesPerRequest: 0, connectTimeout: PATIENCE_MS, commandTimeout: PATIENCE_MS };
  const redis = connectToRedis(address, patience, (error) => (reason ??= error));
  try {
    return await work(redis);
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

const fault = (address: string, reason: string, advice: string): Fault =>
  new Fault(`Redis ${redisPlaceOf(address)} cannot be used (${reason}): ${advice}.`);

function warningOf(address: string, memory: string): RedisCheck {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? KEEPS_ALL;
  if (policy === KEEPS_ALL) return {};
  return {
    warning: `Redis ${redisPlaceOf(address)} may remove jobs when its memory is full (maxmemory-policy ${policy}): set its maxmemory-policy to ${KEEPS_ALL}.`,
  };
}
