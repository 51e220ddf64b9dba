import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { LogEvent } from '../types.ts';
import { CheckpointMoved } from './failures.ts';
import { foldBeside, type Move } from './fold-beside.ts';
import type { Projection } from './projection.ts';
import { besideLive, PARALLEL, type RebuildTable, type RebuildTools } from './rebuild-state.ts';
import { StreamChunks } from './stream-chunks.ts';

const defaultStreams = 2_000;

/**
 * The bulk of a rebuild, several chunks of streams at once, up to the position at which the rebuild began: what
 * cancels out within a stream is never written.
 */
export async function foldStreams<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
  { cursor, position }: Pick<RebuildTable, 'cursor' | 'position'>,
): Promise<void> {
  const { name, streamPrefix: prefix = '', bulk } = projection;
  const { projector, batchSize: size = defaultStreams, parallel = PARALLEL } = tools;
  await new StreamChunks(projector.pool, { rebuild: name, prefix, cursor, size }).each(
    parallel,
    async (streamIds) => {
      const events = await readEvents(tools, projection, streamIds, position);
      await foldBeside(projector, projection, events, stayIn(name, position), bulk);
      return events.length;
    },
    (done) => tools.onProgress?.({ name, phase: 'bulk', done, position }),
  );
  if (bulk !== undefined) await finishBulk(tools, name, bulk.finish);
}

async function readEvents<Transaction>(
  { store }: RebuildTools<Transaction>,
  { types }: Projection<Transaction>,
  streamIds: readonly string[],
  upTo: number,
): Promise<readonly LogEvent[]> {
  const streams = await store.readLoggedStreams(streamIds, types);
  return [...streams.values()].flatMap(({ events }) => events.filter((event) => event.position <= upTo));
}

/** Another process may be at the same rebuild: it writes the same rows, but once it is done, these tables are live. */
const stayIn =
  (name: string, position: number): Move =>
  async (client) => {
    const found = await client.query(
      'select from projection_rebuilds where name = $1 and position = $2 for key share',
      [name, position],
    );
    if (found.rowCount !== 1) throw new CheckpointMoved(`rebuild of ${name}`, position);
  };

/** All streams are folded: what follows from their rows is written together with the note that the bulk is done. */
async function finishBulk<Transaction>(
  { projector }: RebuildTools<Transaction>,
  name: string,
  finish: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await inTransaction(projector.pool, async (client) => {
    await client.query('set local statement_timeout = 0');
    const moved = await client.query(
      `update projection_rebuilds set phase = 'index' where name = $1 and phase = 'bulk'`,
      [name],
    );
    if (moved.rowCount !== 1) throw new CheckpointMoved(`rebuild of ${name}`, 0);
    await besideLive(client);
    await finish(projector.open(client));
  });
}
