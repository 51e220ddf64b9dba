import type { LogEvent } from '../types.ts';
import { CheckpointMoved } from './failures.ts';
import { foldBeside, type Move } from './fold-beside.ts';
import type { Projection } from './projection.ts';
import type { RebuildTable, RebuildTools } from './rebuild-state.ts';

const defaultStreams = 2_000;

interface Chunk {
  readonly after: string;
  readonly last: string;
  readonly events: readonly LogEvent[];
}

/**
 * The bulk of a rebuild, stream by stream in the order of their names, up to the position at which the rebuild began: what
 * cancels out within a stream is never written. The next streams are read while the last ones are being written.
 */
export async function foldStreams<Transaction>(
  tools: RebuildTools<Transaction>,
  projection: Projection<Transaction>,
  state: Pick<RebuildTable, 'cursor' | 'position'>,
): Promise<void> {
  const { name, streamPrefix = '' } = projection;
  const from = state.cursor === '' ? `${streamPrefix}-` : state.cursor;
  let done = 0;
  let coming: Promise<Chunk | undefined> = readChunk(tools, projection, from, state.position);
  for (let chunk = await coming; chunk !== undefined; chunk = await coming) {
    coming = readChunk(tools, projection, chunk.last, state.position);
    // If a later step fails, the running read must not become an unhandled rejection.
    coming.catch(() => undefined);
    await foldBeside(tools.projector, projection, chunk.events, moveCursor(name, from, chunk));
    done += chunk.events.length;
    tools.onProgress?.({ name, phase: 'bulk', done, position: state.position });
  }
}

async function readChunk<Transaction>(
  { projector, store, batchSize = defaultStreams }: RebuildTools<Transaction>,
  { types, streamPrefix = '' }: Projection<Transaction>,
  after: string,
  upTo: number,
): Promise<Chunk | undefined> {
  // '.' follows '-' in bytewise order: between the two lie exactly the names that begin with `<prefix>-`.
  const { rows } = await projector.pool.query<{ stream_id: string }>(
    'select stream_id from streams where stream_id > $1 and stream_id < $2 order by stream_id limit $3',
    [after, `${streamPrefix}.`, batchSize],
  );
  const ids = rows.map((row) => row.stream_id);
  const last = ids.at(-1);
  if (last === undefined) return undefined;
  const streams = await store.readLoggedStreams(ids);
  const wanted = new Set(types);
  const events = [...streams.values()].flatMap((stream) =>
    stream.events.filter((event) => event.position <= upTo && wanted.has(event.type)),
  );
  return { after, last, events };
}

/** The first chunk of a rebuild finds no cursor yet. */
const moveCursor =
  (name: string, start: string, { after, last }: Chunk): Move =>
  async (client) => {
    const moved = await client.query(
      `update projection_rebuilds set cursor = $3 where name = $1 and cursor = any($2)`,
      [name, after === start ? [after, ''] : [after], last],
    );
    if (moved.rowCount !== 1) throw new CheckpointMoved(`rebuild of ${name}`, 0);
  };
