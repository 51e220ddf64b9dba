import type { EventStore } from '../types.ts';
import { applyStretch } from './batch.ts';
import { readCheckpoint } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';

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
export async function catchUp<Transaction>(
  db: ProjectionDatabase<Transaction>,
  store: Pick<EventStore, 'readLog' | 'advanceHorizon'>,
  projection: Projection<Transaction>,
  { batchSize = 1_000, until }: CatchUpOptions = {},
): Promise<number> {
  const horizon = await store.advanceHorizon();
  const target = until ?? horizon.position;
  let position = await readCheckpoint(db.pool, projection.name);
  while (position < target) {
    const batch = await store.readLog({
      after: { ...horizon, position },
      limit: batchSize,
      types: projection.types,
    });
    const events = batch.events.filter((event) => event.position <= target);
    const next = { ...batch.next, position: Math.min(batch.next.position, target) };
    await applyStretch(db, projection, { after: position, events, next });
    position = next.position;
  }
  return position;
}
