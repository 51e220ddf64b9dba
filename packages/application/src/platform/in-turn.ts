import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import type { Pool } from 'pg';
import { poolOf, type AppDb } from './database.ts';

const TRIES = 200;
const PAUSE_MS = 25;
const within = new AsyncLocalStorage<string>();
const KEY = 'hashtextextended($1, 0)';

class TurnTaken extends Error {
  override readonly name = 'TurnTaken';
  /** PostgreSQL's "lock not available": it may pass. */
  readonly code = '55P03';
}

/**
 * Does work that nothing else of this name is done beside, on any node: what it reads holds until it has written. It may ask
 * the database as it likes. A node holds one connection for all of its turns, none while it waits for another node, and none
 * that the work needs (docs/decisions/0264).
 * @throws Error within another turn; `TurnTaken` when another node keeps the turn for five seconds
 */
export async function inTurn<T>(db: AppDb, name: string, work: () => Promise<T>): Promise<T> {
  const outer = within.getStore();
  if (outer !== undefined) throw new Error(`the turn of ${name} would wait for that of ${outer}`);
  const pool = poolOf(db);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const turn = await withKeyedMutex(pool, 'turn', () => tryTurn(pool, name, work));
    if (turn !== undefined) return turn.done;
    await sleep(PAUSE_MS);
  }
  throw new TurnTaken(`another node kept the turn of ${name}`);
}

/** The lock is the session's: work may take longer than a transaction may stand idle. */
async function tryTurn<T>(
  pool: Pool,
  name: string,
  work: () => Promise<T>,
): Promise<{ readonly done: T } | undefined> {
  const client = await pool.connect();
  let isClean = false;
  try {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${KEY}) as mine`, [
      name,
    ]);
    const turn = rows[0]?.mine === true ? { done: await within.run(name, work) } : undefined;
    if (turn !== undefined) await client.query(`select pg_advisory_unlock(${KEY})`, [name]);
    isClean = true;
    return turn;
  } finally {
    // A session that ends gives its lock back.
    client.release(!isClean);
  }
}
