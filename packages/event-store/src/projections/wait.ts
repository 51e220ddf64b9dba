import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '@atelier/postgres/transaction.ts';

const firstLookMs = 5;
const longestPauseMs = 50;

/**
 * Waits until the named projections have passed a position, or everything stored at the call (`'newest'`): true when they have,
 * false when the time ran out first (stored, not yet shown). An unknown name is never passed.
 */
export async function waitForProjections(
  db: Queryable,
  names: readonly string[],
  position: number | 'newest',
  timeoutMs: number,
): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  const target = position === 'newest' ? await newestPosition(db) : position;
  for (let wait = firstLookMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    if (await havePassed(db, names, target)) return true;
    const left = until - Date.now();
    if (left <= 0) return false;
    await sleep(Math.min(wait, left));
  }
}

async function havePassed(db: Queryable, names: readonly string[], position: number): Promise<boolean> {
  if (names.length === 0) return true;
  const { rows } = await db.query(
    'select name from projection_checkpoints where name = any($1) and position >= $2',
    [[...names], position],
  );
  return rows.length === new Set(names).size;
}

async function newestPosition(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ newest: number }>(
    'select coalesce(max(position), 0) as newest from events',
  );
  return rows[0]?.newest ?? 0;
}
