import { escapeIdentifier, type Pool } from 'pg';
import type { DomainEvent, InlineRow, LoggedStream } from '../types.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { PoisonEvent, decodedOrPoison } from './failures.ts';
import {
  asOwner,
  beginRebuild,
  besideLive,
  indexRebuild,
  PARALLEL,
  rebuildState,
  retrySwap,
  type RebuildTools,
} from './rebuild-state.ts';
import { StreamChunks } from './stream-chunks.ts';

/** A kind of stream with an inline row. Streams are named `<prefix>-<id>`. */
export interface StreamKind {
  readonly prefix: string;
  readonly table: string;
  /** undefined while the stream has no state to show. */
  readonly rowOf: (events: readonly DomainEvent[]) => InlineRow | undefined;
}

type Tools = RebuildTools<unknown>;

const defaultChunk = 1_000;
/** The advisory lock every append shares (migrations/repeatable/append_events.sql): held exclusively, no append runs. */
const appendLock = 4_715_021;
const smallLag = 200;
const catchUpRounds = 20;

/**
 * Rebuilds the inline rows of one kind of stream beside the live table, chunk by chunk of streams, several at once;
 * then folds again what changed meanwhile, and swaps while no append is under way. Resumes an interrupted one.
 * @throws PoisonEvent when a stream cannot be decoded or folded
 */
export async function rebuildFromStreams(tools: Tools, kind: StreamKind): Promise<void> {
  const { table } = kind;
  const horizon = async (): Promise<number> => (await tools.store.advanceHorizon()).position;
  const state = await beginRebuild(tools, table, [table], horizon);
  if (state.phase === 'bulk') await writeAllStreams(tools, kind, state.cursor);
  if (state.phase !== 'catch_up') await indexRebuild(tools, table, [table]);
  // Under constant writing the gap shrinks with every round, to what is written during the last one.
  for (let round = 0; round < catchUpRounds; round += 1) {
    if ((await writeChangedStreams(tools, kind, horizon)) <= smallLag) break;
  }
  await retrySwap(() => swap(tools, kind));
}

async function writeAllStreams(tools: Tools, { prefix, ...kind }: StreamKind, cursor: string): Promise<void> {
  const { projector, batchSize: size = defaultChunk, parallel = PARALLEL, onProgress } = tools;
  const { table: name } = kind;
  await new StreamChunks(projector.pool, { rebuild: name, prefix, cursor, size }).each(
    parallel,
    async (streamIds) => {
      await writeStreams(tools, kind, streamIds);
      return streamIds.length;
    },
    (done) => onProgress?.({ name, phase: 'bulk', done, position: 0 }),
  );
}

/** Folds whole streams and writes their rows; an older row never replaces a newer one. */
async function writeStreams(
  { store, projector }: Tools,
  kind: Pick<StreamKind, 'table' | 'rowOf'>,
  streamIds: readonly string[],
): Promise<void> {
  const streams = await store.readLoggedStreams(streamIds);
  const folded = [...streams.values()].flatMap((stream) => rowOf(kind, stream) ?? []);
  const rows = await store.sealing.sealRows(kind.table, folded);
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {});
  const refs = columns.map((column) => escapeIdentifier(column)).join(', ');
  const changes = columns.map(
    (column) => `${escapeIdentifier(column)} = excluded.${escapeIdentifier(column)}`,
  );
  const table = escapeIdentifier(kind.table);
  await inTransaction(projector.pool, async (client) => {
    await besideLive(client);
    await client.query(
      `insert into ${table} as held (${refs})
       select ${refs} from json_populate_recordset(null::${table}, $1::json)
       on conflict (id) do update set ${changes.join(', ')} where held.version < excluded.version`,
      [JSON.stringify(rows)],
    );
  });
}

function rowOf(kind: Pick<StreamKind, 'rowOf'>, stream: LoggedStream): object | undefined {
  const { streamId, version } = stream;
  const position = stream.events.at(-1)?.position ?? 0;
  const events = stream.events.map(decodedOrPoison);
  let row: InlineRow | undefined;
  try {
    row = kind.rowOf(events);
  } catch (error) {
    throw new PoisonEvent(streamId, position, error instanceof Error ? error.message : 'unknown');
  }
  return row && { ...row.values, version, position };
}

/** Writes again what changed since the last look; answers how many streams that were. */
async function writeChangedStreams(
  tools: Tools,
  kind: StreamKind,
  upTo: () => Promise<number>,
): Promise<number> {
  const { projector, batchSize = defaultChunk } = tools;
  const from = (await rebuildState(projector.pool, kind.table))?.position ?? 0;
  const to = await upTo();
  const { rows } = await projector.pool.query<{ stream_id: string }>(
    `select distinct stream_id from events
      where position > $1 and position <= $2 and stream_id > $3 and stream_id < $4`,
    [from, to, `${kind.prefix}-`, `${kind.prefix}.`],
  );
  const ids = rows.map((row) => row.stream_id);
  for (let start = 0; start < ids.length; start += batchSize) {
    await writeStreams(tools, kind, ids.slice(start, start + batchSize));
  }
  await projector.pool.query('update projection_rebuilds set position = $2 where name = $1', [
    kind.table,
    to,
  ]);
  tools.onProgress?.({ name: kind.table, phase: 'catch_up', done: ids.length, position: to });
  return ids.length;
}

/** With the append lock held alone no append is open: everything committed is final, whatever the horizon says. */
async function newestEvent(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ position: number }>(
    'select coalesce(max(position), 0) as position from events',
  );
  return rows[0]?.position ?? 0;
}

/** Appends wait while the last rows are folded and the tables change places: milliseconds. */
async function swap(tools: Tools, kind: StreamKind): Promise<void> {
  await asOwner(tools.owner, async (client) => {
    await client.query(`set local lock_timeout = '1s'`);
    await client.query('select pg_advisory_xact_lock($1)', [appendLock]);
    await writeChangedStreams(tools, kind, () => newestEvent(tools.projector.pool));
    await client.query('select rebuild_swap($1)', [[kind.table]]);
    await client.query('delete from projection_rebuilds where name = $1', [kind.table]);
    tools.onProgress?.({ name: kind.table, phase: 'swapped', done: 0, position: 0 });
  });
}
