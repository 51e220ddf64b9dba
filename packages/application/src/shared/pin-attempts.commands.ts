import { countPinTry, type PinTerms, type PinTry } from '@atelier/domain/shared/pin-attempts.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/**
 * Counts a try for a worker, one after another on all nodes: the row is locked from reading to writing. One statement makes or locks it,
 * because a success at the same moment may delete a row between two statements.
 */
export function countWorkerTry(
  db: Kysely<Database>,
  target: string,
  now: Date,
  terms: PinTerms,
): Promise<PinTry> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .insertInto('worker_pin_attempts')
      .values({ target, failures: 0, last_at: now, locked_until: null })
      .onConflict((conflict) => conflict.column('target').doUpdateSet({ last_at: now }))
      .returning(['failures', 'locked_until'])
      .executeTakeFirstOrThrow();
    const before = { failures: held.failures, lockedUntil: held.locked_until?.getTime() ?? null };
    const counted = countPinTry(before, now.getTime(), terms);
    const { failures, lockedUntil } = counted.count;
    await trx
      .updateTable('worker_pin_attempts')
      .set({ failures, last_at: now, locked_until: lockedUntil === null ? null : new Date(lockedUntil) })
      .where('target', '=', target)
      .execute();
    return counted;
  });
}

/** A right PIN, or a new one, clears what was counted for the worker. */
export async function clearWorkerTries(db: Kysely<Database>, target: string): Promise<void> {
  await db.deleteFrom('worker_pin_attempts').where('target', '=', target).execute();
}

/** Deletes counts without a new attempt for a day. */
export async function purgeWorkerTries(db: Kysely<Database>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await db.deleteFrom('worker_pin_attempts').where('last_at', '<', before).execute();
}
