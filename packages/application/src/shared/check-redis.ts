import { describeError, Fault } from '@atelier/event-store/fault.ts';
import { Redis } from 'ioredis';
import { redisPlaceOf } from './dependencies.ts';
import { connectToRedis } from './redis-connection.ts';

const PATIENCE_MS = 3_000;
const REFUSED = /WRONGPASS|NOAUTH|NOPERM|invalid password|without any password/;
const OF_TLS = /self-signed|certificate|wrong version number|packet length too long|altname/i;
const KEEPS_ALL = 'noeviction';

/**
 * Looks at Redis once, before jobs are started. One that is away is no fault: it may come back by itself.
 *
 * @returns a warning when it may remove keys, hence jobs
 * @throws Fault when it refuses the login or speaks no TLS as asked
 */
export async function checkRedis(address: string): Promise<string | undefined> {
  let failure: unknown;
  const patience = { maxRetriesPerRequest: 0, connectTimeout: PATIENCE_MS, commandTimeout: PATIENCE_MS };
  const redis = connectToRedis(address, patience, (error) => (failure ??= error));
  try {
    await redis.ping();
    return redis instanceof Redis ? evictionWarning(address, await redis.info('memory')) : undefined;
  } catch (error) {
    const reason = describeError(failure ?? error);
    const advice = adviceFor(reason);
    if (advice === undefined) return undefined;
    throw new Fault(`Redis ${redisPlaceOf(address)} cannot be used (${reason}): ${advice}.`);
  } finally {
    redis.disconnect();
  }
}

function adviceFor(reason: string): string | undefined {
  if (REFUSED.test(reason)) return 'correct user and password in REDIS_URL';
  if (OF_TLS.test(reason))
    return 'name it in REDIS_URL as its certificate does, with rediss:// for TLS and redis:// without';
  return undefined;
}

function evictionWarning(address: string, memory: string): string | undefined {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? KEEPS_ALL;
  return policy === KEEPS_ALL
    ? undefined
    : `Redis ${redisPlaceOf(address)} may remove jobs when its memory is full (maxmemory-policy ${policy}): set its maxmemory-policy to ${KEEPS_ALL}.`;
}
