import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** How long a run waits for what it reads; then its job fails and is tried again. */
const PATIENCE_MS = 30_000;

/**
 * Waits until a projection has taken in everything that the log holds now: what is learnt once must not miss what came before.
 * @throws when the projection stays behind the log
 */
export async function waitForReadModel(db: Kysely<Database>, projection: string): Promise<void> {
  const asQueries = {
    query: (text: string, values: readonly unknown[] = []) =>
      db.executeQuery<never>(CompiledQuery.raw(text, [...values])),
  };
  const isThere = await waitForProjections(asQueries, [projection], 'newest', PATIENCE_MS);
  if (!isThere) throw new Error(`the projection ${projection} is behind the log: the job is done later`);
}
