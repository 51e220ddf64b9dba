import type { PoolClient } from 'pg';
import type { LogEvent } from '../types.ts';
import { findPoison, foldAll } from './batch.ts';
import { PoisonEvent, decodedOrPoison, isPoison } from './failures.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';
import { inDiscarded, inTransaction } from '@atelier/postgres/transaction.ts';
import { besideLive } from './rebuild-state.ts';

/** Notes how far a rebuild is; throws when another process is at the same rebuild. */
export type Move = (client: PoolClient) => Promise<void>;

/**
 * Folds events into the tables being built, with the note how far it is, in one transaction: a kill in mid-batch leaves
 * nothing half done.
 * @throws PoisonEvent when an event cannot be decoded or folded
 */
export async function foldBeside<Transaction>(
  db: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  events: readonly LogEvent[],
  move: Move,
  folded: Pick<Projection<Transaction>, 'begin'> = projection,
): Promise<void> {
  const decoded = events.map(decodedOrPoison);
  try {
    await inTransaction(db.pool, async (client) => {
      await move(client);
      await besideLive(client);
      await foldAll(db.open(client), folded, decoded);
    });
  } catch (error) {
    if (!isPoison(error)) throw error;
    throw await namePoison(db, projection, events, error);
  }
}

/** Looks for the culprit in a transaction that is thrown away. */
async function namePoison<Transaction>(
  { pool, open }: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  events: readonly LogEvent[],
  error: unknown,
): Promise<unknown> {
  return inDiscarded(pool, async (client) => {
    await besideLive(client);
    const found = await findPoison({ client, trx: open(client) }, projection, events);
    return found === undefined
      ? error
      : new PoisonEvent(found.event.streamId, found.event.position, found.error);
  });
}
