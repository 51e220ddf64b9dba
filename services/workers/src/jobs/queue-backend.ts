import { isConnectionLost } from '@atelier/application/platform/connection-lost.ts';
import { createPostgresBackend, createRedisBackend, type IQueueBackend } from 'bullmq';

/** A worker that missed a notification asks for work again after so many seconds; the library's own limit is an hour. */
const LONGEST_WAIT_S = 8;

/** Called for each call that failed for want of a connection. */
type OnLost = (error: unknown) => void;

export const postgresBackend =
  (onLost: OnLost): typeof createPostgresBackend =>
  (name, options, kind) => {
    const backend = createPostgresBackend(name, options, kind);
    return returning(backend, (error) => {
      beginAgain(backend);
      onLost(error);
    });
  };

export const redisBackend =
  (onLost: OnLost): typeof createRedisBackend =>
  (name, options, kind) =>
    returning(createRedisBackend(name, options, kind), onLost);

/**
 * The queue library tries again what failed for want of a connection, and gives up what failed for another reason: it
 * then leaves the job to the check for stalled ones. It takes only a refused connection for the former. Here a
 * connection that was cut and a server that is starting count as refused.
 */
function returning<B extends IQueueBackend>(backend: B, onLost: OnLost): B {
  const asRefused = (error: unknown): never => {
    if (!isConnectionLost(error)) throw error;
    onLost(error);
    throw new QueueAway(error);
  };
  return new Proxy(backend, {
    get: (target, key) => {
      if (key === 'maximumBlockTimeout') return LONGEST_WAIT_S;
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, args);
        return result instanceof Promise ? result.catch(asRefused) : result;
      };
    },
  });
}

/** The library remembers whether its first connection succeeded, also when it did not: then no call ever would. */
function beginAgain(backend: object): void {
  const connection: unknown = Reflect.get(backend, 'connection');
  for (const holder of [backend, connection])
    if (typeof holder === 'object' && holder !== null) Reflect.set(holder, 'readyPromise', undefined);
}

/** The code is the one that the queue library waits and tries again for. */
class QueueAway extends Error {
  override readonly name = 'QueueAway';
  readonly code = 'ECONNREFUSED';

  constructor(cause: unknown) {
    super('the queue cannot be reached', { cause });
  }
}
