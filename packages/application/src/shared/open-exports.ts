import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { sql, type Kysely } from 'kysely';
import type { EventStore } from '@atelier/event-store/types.ts';
import type { Database } from '../platform/database.ts';

/** Who asks: `actor.userId` is null for the system itself. */
interface Asker {
  readonly actor: { readonly userId: number | null };
}

/** One request of an account for a file after the other in this process, so that no two of them count the same. */
export const inTurnOfAccount = <T>(
  { store }: { readonly store: EventStore },
  { actor }: Asker,
  work: () => Promise<T>,
): Promise<T> => withKeyedMutex(store, `exports of ${actor.userId}`, work);

/** Whether an account has `most` files, as many as it may, waiting to be built: lists, files of the log and copies for persons together. */
export async function hasTooManyExports(
  { db }: { readonly db: Kysely<Database> },
  { actor }: Asker,
  most: number,
): Promise<boolean> {
  if (actor.userId === null) return false;
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from export_row where state = 'requested' and requested_by = ${actor.userId})::int
         + (select count(*) from privacy_export_row where state = 'requested' and requested_by = ${actor.userId})::int as open`.execute(
    db,
  );
  return (rows[0]?.open ?? 0) >= most;
}
