import type { Pool, PoolClient } from 'pg';

/** Something that runs SQL with $1 parameters: a pool, a client, or what an application wraps around one. */
export interface Queryable {
  readonly query: <Row extends object>(
    text: string,
    values?: unknown[],
  ) => Promise<{ readonly rows: readonly Row[] }>;
}

/** Commits what `work` did, or undoes it when it throws; whatever it throws is thrown on. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return onClient(pool, async (client) => {
    const result = await work(client);
    const { command } = await client.query('commit');
    // PostgreSQL answers so when a statement failed and its error was swallowed.
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: one of its statements failed');
    return result;
  });
}

/** Undoes what `work` did, however it ends. */
export async function inDiscarded<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return onClient(pool, async (client) => {
    const result = await work(client);
    await client.query('rollback');
    return result;
  });
}

/** A client with a transaction begun. One that cannot roll back any more is closed, not handed to the next. */
async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw error;
  } finally {
    client.release(isBroken);
  }
}
