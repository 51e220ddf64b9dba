import { PostgresDialect, PostgresDriver } from 'kysely';
import type { Pool } from 'pg';

type Acquired = Parameters<PostgresDriver['acquireConnection']>[0];
type Released = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Kysely's dialect over at most `most` connections of a pool at once. Who reads the log, keys or files within a transaction takes
 * another connection of the pool; where transactions held all of them, each would wait for another to end, and all would fail when
 * their time is over. What waits here fails as the pool has it, after the pool's time.
 */
export class PartOfPool extends PostgresDialect {
  readonly #pool: Pool;
  readonly #most: number;

  constructor(pool: Pool, most: number) {
    super({ pool });
    this.#pool = pool;
    this.#most = most;
  }

  override createDriver(): PostgresDriver {
    return new PartDriver(this.#pool, this.#most);
  }
}

class PartDriver extends PostgresDriver {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  /** Connections in use, and callers that wait for one. */
  #asked = 0;

  constructor(pool: Pool, most: number) {
    super({ pool });
    this.#most = most;
    this.#waitMs = pool.options.connectionTimeoutMillis ?? 2_000;
  }

  override async acquireConnection(options?: Acquired): ReturnType<PostgresDriver['acquireConnection']> {
    this.#asked += 1;
    if (this.#asked > this.#most) await this.#turn();
    try {
      return await super.acquireConnection(options);
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  override async releaseConnection(connection: Released): Promise<void> {
    await super.releaseConnection(connection);
    this.#leave();
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        this.#asked -= 1;
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#waitMs);
      this.#waiting.push(turn);
    });
  }

  #leave(): void {
    this.#asked -= 1;
    this.#waiting.shift()?.();
  }
}
