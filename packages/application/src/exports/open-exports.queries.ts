import { MOST_OPEN_EXPORTS } from '@atelier/domain/exports/contract.ts';
import { withKeyedMutex } from '@atelier/event-store/keyed-mutex.ts';
import { sql } from 'kysely';
import type { Caller, CommandServices } from '../commands/run-command.ts';

/** One request of an account for a file after the other in this process, so that no two of them count the same. */
export const inTurnOfAccount = <T>(
  { store }: Pick<CommandServices, 'store'>,
  { actor }: Caller,
  work: () => Promise<T>,
): Promise<T> => withKeyedMutex(store, `exports of ${actor.userId}`, work);

/** Whether an account has as many files waiting to be built as it may: lists, files of the log and copies for persons together. */
export async function hasTooManyExports(
  { db }: Pick<CommandServices, 'db'>,
  { actor }: Caller,
): Promise<boolean> {
  if (actor.userId === null) return false;
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from export_row where state = 'requested' and requested_by = ${actor.userId})::int
         + (select count(*) from privacy_export_row where state = 'requested' and requested_by = ${actor.userId})::int as open`.execute(
    db,
  );
  return (rows[0]?.open ?? 0) >= MOST_OPEN_EXPORTS;
}
