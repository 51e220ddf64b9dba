import type { Pool, PoolClient } from 'pg';

/** What a query builder takes of a pool. */
export interface PartOfPool {
  readonly options: Pool['options'];
  readonly connect: () => Promise<PoolClient>;
  readonly end: () => Promise<void>;
}

/**
 * At most `most` connections of a pool at once. Who reads the log, keys or files within a transaction takes a second connection;
 * where transactions held all of them, each would wait for another to end, and all would fail when their time is over.
 * What waits fails as the pool has it, after the pool's time.
 */
export function partOfPool(pool: Pool, most: number): PartOfPool {
  const waitMs = pool.options.connectionTimeoutMillis ?? 2_000;
  const waiting: (() => void)[] = [];
  let taken = 0;

  function enter(): Promise<void> | undefined {
    taken += 1;
    if (taken <= most) return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(turn), 1);
      taken -= 1;
      reject(new Error('timeout exceeded when trying to connect'));
    }, waitMs);
    waiting.push(turn);
    return promise;
  }

  function leave(): void {
    taken -= 1;
    waiting.shift()?.();
  }

  async function connect(): Promise<PoolClient> {
    await enter();
    try {
      const client = await pool.connect();
      // The pool makes a new one each time that it hands the client out.
      const release = client.release.bind(client);
      client.release = (destroy) => {
        leave();
        release(destroy);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  return { options: pool.options, connect, end: () => pool.end() };
}
