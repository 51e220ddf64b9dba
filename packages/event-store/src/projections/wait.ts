import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from './projection-database.ts';

const firstLookMs = 5;
const longestPauseMs = 50;

/**
 * Waits until the named projections have passed a position: true when they have, false when the time ran out first
 * (stored, not yet shown). An unknown name is never passed.
 */
export async function waitForProjections(
  db: Queryable,
  names: readonly string[],
  position: number,
  timeoutMs: number,
): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  for (let wait = firstLookMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    if (await havePassed(db, names, position)) return true;
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
