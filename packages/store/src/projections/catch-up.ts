import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { applyStretch } from './batch.ts';
import { readCheckpoint } from './checkpoints.ts';
import type { Projection } from './projection.ts';

export interface CatchUpOptions {
  /** Events per transaction, 1,000 by default. */
  readonly batchSize?: number;
  /** Stop here instead of at the horizon. */
  readonly until?: number;
}

/**
 * Folds what lies between a projection's checkpoint and the horizon as it is now, and answers the position reached.
 * What a runner does for ever, done once: for tests, seeds and commands.
 */
export async function catchUp(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readLog' | 'advanceHorizon'>,
  projection: Projection,
  { batchSize = 1_000, until }: CatchUpOptions = {},
): Promise<number> {
  const target = until ?? (await store.advanceHorizon()).position;
  let position = await readCheckpoint(db, projection.name);
  while (position < target) {
    const batch = await store.readLog({ after: position, limit: batchSize, types: projection.types });
    const events = batch.events.filter((event) => event.position <= target);
    const next = Math.min(batch.next, target);
    await applyStretch(db, projection, { after: position, events, next });
    position = next;
  }
  return position;
}
