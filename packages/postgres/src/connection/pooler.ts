import type { Pool, PoolClient } from 'pg';

const USE = 'set DATABASE_URL to PostgreSQL itself; DATABASE_POOL bounds how many connections a node takes';

/**
 * What keeps Atelier from working through the connection pooler (PgBouncer and the like) that the pool's address leads to,
 * in a sentence; undefined where there is none, or one that gives each connection a separate session. Atelier takes a role per
 * session, listens, and holds locks: a pooler that gives every transaction another session breaks all three without a word.
 */
export async function poolerFault(pool: Pool): Promise<string | undefined> {
  try {
    return await onClient(pool, async (one) => {
      // PostgreSQL says its own process number at connect; a pooler says one that it made up.
      if ((await serverOf(one)) === Reflect.get(one, 'processID')) return undefined;
      return onClient(pool, (two) => faultOf(one, two));
    });
  } catch (error) {
    if (!/unsupported startup parameter/.test(String(error))) throw error;
    return `DATABASE_URL leads through a connection pooler that refuses the settings of a session: ${USE}.`;
  }
}

async function onClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function faultOf(one: PoolClient, two: PoolClient): Promise<string | undefined> {
  if ((await serverOf(one)) === (await serverOf(two)) || (await movesOn(one, two)))
    return `DATABASE_URL leads through a connection pooler in transaction mode, where role, LISTEN and locks get lost: ${USE}.`;
  if (await hasLimits(one)) return undefined;
  return `DATABASE_URL leads through a connection pooler that drops the settings of a session, so that roles would not hold: ${USE}.`;
}

async function serverOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** While the second holds what the first had, the first is given another. */
async function movesOn(one: PoolClient, two: PoolClient): Promise<boolean> {
  const before = await serverOf(one);
  await two.query('begin');
  try {
    return (await serverOf(two)) === before || (await serverOf(one)) !== before;
  } finally {
    await two.query('rollback');
  }
}

/** One of the settings that every session of ours begins with (`pool.ts`). */
async function hasLimits(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ timeout: string }>(
    `select current_setting('idle_in_transaction_session_timeout') as timeout`,
  );
  return rows[0]?.timeout === '10s';
}
