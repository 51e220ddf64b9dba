import type { LogBatch } from '../types.ts';
import { findPoison, foldAll } from './batch.ts';
import type { Stretch } from './batch.ts';
import { readCheckpoint } from './checkpoints.ts';
import { CheckpointMoved, PoisonEvent, decodedOrPoison, isPoison } from './failures.ts';
import type { Projection } from './projection.ts';
import { inDiscarded, inTransaction } from './projection-database.ts';
import type { ProjectionDatabase } from './projection-database.ts';
import { asOwner, beginRebuild, besideLive, indexRebuild, rebuildState, retrySwap } from './rebuild-state.ts';
import type { RebuildTools } from './rebuild-state.ts';

const defaultBatch = 10_000;

/**
 * Rebuilds an asynchronous projection from the log, beside its live tables, and puts it in their place. Resumes where
 * an interrupted one stopped; the live projection goes on until the swap and then continues from the new rows.
 * @throws PoisonEvent when an event cannot be decoded or folded
 */
export async function rebuildFromLog<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
): Promise<void> {
  const { name, tables } = projection;
  const state = await beginRebuild(tools, name, tables, () => Promise.resolve(0));
  await readCheckpoint(tools.projector.pool, name);
  if (state.phase === 'bulk') await foldToHorizon(tools, projection);
  if (state.phase !== 'catch_up') await indexRebuild(tools, name, tables);
  await foldToHorizon(tools, projection);
  await retrySwap(() => swap(tools, projection));
}

/** Folds up to the horizon as it is now; reads the next stretch while the last one is being written. */
async function foldToHorizon<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
): Promise<number> {
  const target = (await tools.store.advanceHorizon()).position;
  let position = (await rebuildState(tools.projector.pool, projection.name))?.position ?? 0;
  let done = 0;
  let coming = position < target ? read(tools, projection, position, target) : undefined;
  while (coming !== undefined) {
    const { events, next } = await coming;
    coming = next < target ? read(tools, projection, next, target) : undefined;
    // Whatever fails below, the reading under way is nobody's loose end.
    coming?.catch(() => undefined);
    await foldBeside(tools.projector, projection, { after: position, events, next });
    position = next;
    done += events.length;
    tools.onProgress?.({ name: projection.name, phase: 'bulk', done, position });
  }
  return position;
}

async function read(
  { store, batchSize = defaultBatch }: Pick<RebuildTools<unknown>, 'store' | 'batchSize'>,
  { types }: Pick<Projection<unknown>, 'types'>,
  after: number,
  target: number,
): Promise<Pick<LogBatch, 'events' | 'next'>> {
  const batch = await store.readLog({ after, limit: batchSize, types });
  return {
    events: batch.events.filter((event) => event.position <= target),
    next: Math.min(batch.next, target),
  };
}

/** Rows and position in one transaction, as live: a kill in mid-batch leaves nothing half done. */
async function foldBeside<Transaction>(
  db: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  stretch: Stretch,
): Promise<void> {
  const events = stretch.events.map(decodedOrPoison);
  try {
    await inTransaction(db.pool, async (client) => {
      const moved = await client.query(
        'update projection_rebuilds set position = $3 where name = $1 and position = $2',
        [projection.name, stretch.after, stretch.next],
      );
      if (moved.rowCount !== 1) throw new CheckpointMoved(`rebuild of ${projection.name}`, stretch.after);
      await besideLive(client);
      await foldAll(db.open(client), projection, events);
    });
  } catch (error) {
    if (!isPoison(error)) throw error;
    throw await namePoison(db, projection, stretch, error);
  }
}

/** Looks for the culprit in a transaction that is thrown away. */
async function namePoison<Transaction>(
  { pool, open }: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  { events }: Stretch,
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

/**
 * Holds the live checkpoint, so that its runner waits; folds the last events; swaps. The runner then finds its
 * checkpoint moved and goes on from the new tables. What was parked is not any more: a rebuild leaves nothing out.
 */
async function swap<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
): Promise<void> {
  const { name, tables } = projection;
  await asOwner(tools.owner, async (client) => {
    await client.query(`set local lock_timeout = '2s'`);
    await client.query('select from projection_checkpoints where name = $1 for update', [name]);
    const position = await foldToHorizon(tools, projection);
    await client.query('select rebuild_swap($1)', [tables]);
    await client.query('update projection_checkpoints set position = $2, parked = 0 where name = $1', [
      name,
      position,
    ]);
    await client.query('delete from parked_events where projection = $1', [name]);
    await client.query('delete from projection_rebuilds where name = $1', [name]);
    tools.onProgress?.({ name, phase: 'swapped', done: 0, position });
  });
}
