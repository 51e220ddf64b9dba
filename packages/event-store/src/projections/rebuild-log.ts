import type { LogEvent } from '../types.ts';
import type { Horizon, LogCursor } from '../log-requests.ts';
import { readCheckpoint } from './checkpoints.ts';
import { CheckpointMoved } from './failures.ts';
import { foldBeside, type Move } from './fold-beside.ts';
import type { Projection } from './projection.ts';
import {
  asOwner,
  beginRebuild,
  indexRebuild,
  rebuildState,
  retrySwap,
  type RebuildTools,
} from './rebuild-state.ts';
import { foldStreams } from './fold-streams.ts';

const defaultBatch = 10_000;

/**
 * Rebuilds an asynchronous projection from the log, beside its live tables, and puts it in their place: stream by stream
 * where it can be folded so, up to the horizon as it was at the beginning, and then in the log's order. Resumes where
 * an interrupted one stopped; the live projection goes on until the swap and then continues from the new rows.
 * @throws PoisonEvent when an event cannot be decoded or folded
 */
export async function rebuildFromLog<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
): Promise<void> {
  const { name, tables } = projection;
  const byStream = projection.streamPrefix !== undefined;
  const from = async (): Promise<number> => (byStream ? (await tools.store.advanceHorizon()).position : 0);
  const state = await beginRebuild(tools, name, tables, from);
  await readCheckpoint(tools.projector.pool, name);
  if (state.phase === 'bulk')
    await (byStream ? foldStreams(tools, projection, state) : foldToHorizon(tools, projection));
  tools.onProgress?.({ name, phase: 'index', done: 0, position: state.position });
  if (state.phase !== 'catch_up') await indexRebuild(tools, name, tables);
  await foldToHorizon(tools, projection);
  await retrySwap(() => swap(tools, projection));
}

/** Folds up to the horizon as it is now; reads the next stretch while the last one is being written. */
async function foldToHorizon<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
): Promise<number> {
  const end = await tools.store.advanceHorizon();
  const target = end.position;
  let position = (await rebuildState(tools.projector.pool, projection.name))?.position ?? 0;
  let done = 0;
  let coming = position < target ? read(tools, projection, position, end) : undefined;
  while (coming !== undefined) {
    const { events, next } = await coming;
    coming = next.position < target ? read(tools, projection, next.position, end) : undefined;
    // If a later step fails, the running read must not become an unhandled rejection.
    coming?.catch(() => undefined);
    await foldBeside(tools.projector, projection, events, movePosition(projection.name, position, next));
    position = next.position;
    done += events.length;
    tools.onProgress?.({ name: projection.name, phase: 'bulk', done, position });
  }
  return position;
}

const movePosition =
  (name: string, after: number, next: LogCursor): Move =>
  async (client) => {
    const moved = await client.query(
      `update projection_rebuilds set position = $3 where name = $1 and position = $2
         and exists (select from log_horizon where epoch = $4)`,
      [name, after, next.position, next.epoch],
    );
    if (moved.rowCount !== 1) throw new CheckpointMoved(`rebuild of ${name}`, after);
  };

async function read(
  { store, batchSize = defaultBatch }: Pick<RebuildTools<unknown>, 'store' | 'batchSize'>,
  { types }: Pick<Projection<unknown>, 'types'>,
  after: number,
  end: Horizon,
): Promise<{ readonly events: readonly LogEvent[]; readonly next: LogCursor }> {
  const batch = await store.readLog({ after: { ...end, position: after }, limit: batchSize, types });
  return {
    events: batch.events.filter((event) => event.position <= end.position),
    next: batch.next.position < end.position ? batch.next : end,
  };
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
