import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Aggregate } from '../aggregates.ts';
import type { Database } from '../database.ts';
import type { InlineRow, LoggedStream } from '@atelier/event-store/types.ts';
import { PoisonEvent, decodedOrPoison } from './failures.ts';
import { asOwner, beginRebuild, besideLive, indexRebuild, rebuildState, retrySwap } from './rebuild-state.ts';
import type { RebuildTools } from './rebuild-state.ts';

/** A kind of stream with an inline row. */
export type StreamKind = Pick<Aggregate<unknown>, 'prefix' | 'table' | 'rowOf'>;

const defaultChunk = 1_000;
const defaultParallel = 3;
/** The advisory lock every append shares (migrations/0004_append.sql): held alone, nobody appends. */
const appendLock = 4_715_021;
const smallLag = 200;
const catchUpRounds = 20;

/**
 * Rebuilds the inline rows of one kind of stream beside the live table, chunk by chunk of streams, several at once;
 * then folds again what changed meanwhile, and swaps while no append is under way. Resumes an interrupted one.
 * @throws PoisonEvent when a stream cannot be decoded or folded
 */
export async function rebuildFromStreams(tools: RebuildTools, kind: StreamKind): Promise<void> {
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

async function writeAllStreams(tools: RebuildTools, kind: StreamKind, from: string): Promise<void> {
  const chunks = new Chunks(tools.projector, kind, from, tools.batchSize ?? defaultChunk);
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
  readonly #db: Kysely<Database>;
  readonly #kind: StreamKind;
  readonly #size: number;
  readonly #open: (readonly string[])[] = [];
  readonly #done = new Set<readonly string[]>();
  #cursor: string;
  #handingOut: Promise<unknown> = Promise.resolve();
  written = 0;

  constructor(db: Kysely<Database>, kind: StreamKind, from: string, size: number) {
    this.#db = db;
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
    const { rows } = await sql<{ stream_id: string }>`
      select stream_id from streams
       where stream_id > ${this.#cursor} and stream_id < ${`${this.#kind.prefix}.`}
       order by stream_id limit ${this.#size}`.execute(this.#db);
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
    await this.#db
      .updateTable('projection_rebuilds')
      .set({ cursor: last })
      .where('name', '=', this.#kind.table)
      .where('cursor', '<', last)
      .execute();
  }
}

/** Folds whole streams and writes their rows; an older row never replaces a newer one. */
async function writeStreams(
  { store, projector }: RebuildTools,
  kind: StreamKind,
  streamIds: readonly string[],
): Promise<void> {
  const streams = await store.readLoggedStreams(streamIds);
  const rows = [...streams.values()].flatMap((stream) => rowOf(kind, stream) ?? []);
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0] ?? {});
  const refs = sql.join(columns.map((column) => sql.ref(column)));
  const changes = sql.join(columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const table = sql.table(kind.table);
  await projector.transaction().execute(async (trx) => {
    await besideLive(trx);
    await sql`
      insert into ${table} as held (${refs})
      select ${refs} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)
      on conflict (id) do update set ${changes} where held.version < excluded.version`.execute(trx);
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
  tools: RebuildTools,
  kind: StreamKind,
  upTo: () => Promise<number>,
): Promise<number> {
  const { projector, batchSize = defaultChunk } = tools;
  const from = (await rebuildState(projector, kind.table))?.position ?? 0;
  const to = await upTo();
  const { rows } = await sql<{ stream_id: string }>`
    select distinct stream_id from events
     where position > ${from} and position <= ${to}
       and stream_id > ${`${kind.prefix}-`} and stream_id < ${`${kind.prefix}.`}`.execute(projector);
  const ids = rows.map((row) => row.stream_id);
  for (let start = 0; start < ids.length; start += batchSize) {
    await writeStreams(tools, kind, ids.slice(start, start + batchSize));
  }
  await projector
    .updateTable('projection_rebuilds')
    .set({ position: to })
    .where('name', '=', kind.table)
    .execute();
  tools.onProgress?.({ name: kind.table, phase: 'catch_up', done: ids.length, position: to });
  return ids.length;
}

/** With the append lock held alone no append is open: everything committed is final, whatever the horizon says. */
async function newestEvent(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{
    position: number;
  }>`select coalesce(max(position), 0) as position from events`.execute(db);
  return rows[0]?.position ?? 0;
}

/** Nobody appends while the last rows are folded and the tables change places: milliseconds. */
async function swap(tools: RebuildTools, kind: StreamKind): Promise<void> {
  await asOwner(tools.owner, async (client) => {
    await client.query(`set local lock_timeout = '1s'`);
    await client.query('select pg_advisory_xact_lock($1)', [appendLock]);
    await writeChangedStreams(tools, kind, () => newestEvent(tools.projector));
    await client.query('select rebuild_swap($1)', [[kind.table]]);
    await client.query('delete from projection_rebuilds where name = $1', [kind.table]);
    tools.onProgress?.({ name: kind.table, phase: 'swapped', done: 0, position: 0 });
  });
}
