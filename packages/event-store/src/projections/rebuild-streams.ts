import { escapeIdentifier, type Pool } from 'pg';
import type { DomainEvent, InlineRow, LoggedStream } from '../types.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import { PoisonEvent, decodedOrPoison } from './failures.ts';
import {
  asOwner,
  beginRebuild,
  besideLive,
  indexRebuild,
  rebuildState,
  retrySwap,
  type RebuildTools,
} from './rebuild-state.ts';

/** A kind of stream with an inline row. Streams are named `<prefix>-<id>`. */
export interface StreamKind {
  readonly prefix: string;
  readonly table: string;
  /** undefined while the stream has no state to show. */
  readonly rowOf: (events: readonly DomainEvent[]) => InlineRow | undefined;
}

type Tools = RebuildTools<unknown>;

const defaultChunk = 1_000;
const defaultParallel = 3;
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

async function writeAllStreams(tools: Tools, kind: StreamKind, from: string): Promise<void> {
  const chunks = new Chunks(tools.projector.pool, kind, from, tools.batchSize ?? defaultChunk);
  const work = async (): Promise<void> => {
    for (let chunk = await chunks.next(); chunk.length > 0; chunk = await chunks.next()) {
      await writeStreams(tools, kind, chunk);
      await chunks.finished(chunk);
      const { table: name } = kind;
      tools.onProgress?.({ name, phase: 'bulk', done: chunks.written, position: 0 });
    }
  };
  await Promise.all(Array.from({ length: tools.parallel ?? defaultParallel }, work));
}

/** Hands out streams in the order of their names, and keeps on disk up to where all of them are written. */
class Chunks {
  readonly #pool: Pool;
  readonly #kind: StreamKind;
  readonly #size: number;
  readonly #open: (readonly string[])[] = [];
  readonly #done = new Set<readonly string[]>();
  #cursor: string;
  #handingOut: Promise<unknown> = Promise.resolve();
  written = 0;

  constructor(pool: Pool, kind: StreamKind, from: string, size: number) {
    this.#pool = pool;
    this.#kind = kind;
    this.#cursor = from === '' ? `${kind.prefix}-` : from;
    this.#size = size;
  }

  /** One at a time: the next chunk begins where the last one ends. */
  next(): Promise<readonly string[]> {
    const handedOut = this.#handingOut.then(() => this.#read());
    this.#handingOut = handedOut.catch(() => undefined);
    return handedOut;
  }

  async #read(): Promise<readonly string[]> {
    // '.' follows '-' in bytewise order: between the two lie exactly the names that begin with `<prefix>-`.
    const { rows } = await this.#pool.query<{ stream_id: string }>(
      'select stream_id from streams where stream_id > $1 and stream_id < $2 order by stream_id limit $3',
      [this.#cursor, `${this.#kind.prefix}.`, this.#size],
    );
    const chunk = rows.map((row) => row.stream_id);
    this.#cursor = chunk.at(-1) ?? this.#cursor;
    if (chunk.length > 0) this.#open.push(chunk);
    return chunk;
  }

  /** The rows of a chunk are committed. Writing one again does no harm, leaving one out would. */
  async finished(chunk: readonly string[]): Promise<void> {
    this.written += chunk.length;
    this.#done.add(chunk);
    let last: string | undefined;
    for (let oldest = this.#open[0]; oldest !== undefined && this.#done.has(oldest); oldest = this.#open[0]) {
      this.#open.shift();
      this.#done.delete(oldest);
      last = oldest.at(-1);
    }
    if (last === undefined) return;
    await this.#pool.query('update projection_rebuilds set cursor = $2 where name = $1 and cursor < $2', [
      this.#kind.table,
      last,
    ]);
  }
}

/** Folds whole streams and writes their rows; an older row never replaces a newer one. */
async function writeStreams(
  { store, projector }: Tools,
  kind: StreamKind,
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

function rowOf(kind: StreamKind, stream: LoggedStream): object | undefined {
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
