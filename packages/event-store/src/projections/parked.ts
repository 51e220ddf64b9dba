import type { PoolClient } from 'pg';
import { isUndecodable } from '../errors.ts';
import { decodedOf } from '../read/read-streams.ts';
import type { LogEvent, StoredEvent } from '../types.ts';
import { isPoison } from './failures.ts';
import type { Projection } from './projection.ts';
import type { ProjectionDatabase } from './projection-database.ts';
import { inTransaction, type Queryable } from '@atelier/postgres/transaction.ts';

/** An event that could not be decoded or folded (`error`), or one that must wait behind it (`error` null). */
export interface ParkedEvent {
  readonly event: LogEvent;
  readonly error: string | null;
}

/** Reads a stream's events on a separate connection. */
export type ReadStream = (streamId: string) => Promise<{ readonly events: readonly LogEvent[] }>;

/** Parked streams that need attention; their later events are parked unread. */
export async function parkedStreams(db: Queryable, projection: string): Promise<Set<string>> {
  const { rows } = await db.query<{ stream_id: string }>(
    'select distinct stream_id from parked_events where projection = $1',
    [projection],
  );
  return new Set(rows.map((row) => row.stream_id));
}

/** Sets events aside and counts them on the checkpoint, so that health shows it without counting. */
export async function park(
  client: PoolClient,
  projection: string,
  parked: readonly ParkedEvent[],
): Promise<void> {
  if (parked.length === 0) return;
  const rows = parked.map(({ event, error }) => ({
    position: event.position,
    stream_id: event.streamId,
    type: event.type,
    error,
    undecodable: isUndecodable(event),
  }));
  await client.query(
    `insert into parked_events (projection, position, stream_id, type, error, parked_at, undecodable)
     select $1, position, stream_id, type, error, clock_timestamp(), undecodable
       from json_populate_recordset(null::parked_events, $2::json)
     on conflict do nothing`,
    [projection, JSON.stringify(rows)],
  );
  await countParked(client, projection);
}

async function countParked(client: PoolClient, projection: string): Promise<void> {
  await client.query(
    `update projection_checkpoints set parked = (select count(*) from parked_events where projection = $1)
      where name = $1`,
    [projection],
  );
}

/**
 * After the program was mended: folds a parked stream's events again, in order, and lets the stream go on. Each
 * stream stands for itself in every projection, so catching up late gives the same rows. Answers how many events
 * were folded. Throws, changing nothing, while an event still cannot be decoded or folded, or when the history lacks
 * a parked one.
 *
 * The checkpoint's row is locked first: parking moves it in the same transaction, so from then on the parked
 * rows are fixed. Only committed events are parked, so a history read after the lock holds every one of them.
 * `readStream` reads on a separate connection and takes no row locks: it cannot wait for a waiter of this lock.
 */
export async function releaseStream<Transaction>(
  { pool, open }: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  streamId: string,
  readStream: ReadStream,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await lockCheckpoint(client, projection.name);
    const positions = await parkedPositions(client, projection.name, streamId);
    if (positions.length === 0) return 0;
    const { events } = await readStream(streamId);
    const waiting = pickEvents(events, positions, streamId);
    const folding = await projection.begin(open(client), waiting);
    for (const event of waiting) folding.apply(event);
    await folding.save();
    await client.query('delete from parked_events where projection = $1 and position = any($2)', [
      projection.name,
      positions,
    ]);
    await countParked(client, projection.name);
    return positions.length;
  });
}

/**
 * Releases what an older program could not decode and this one can; the rest stays parked. For a program that begins
 * to keep the projection up: so a rolling release mends itself.
 */
export async function releaseDecodable<Transaction>(
  db: ProjectionDatabase<Transaction>,
  projection: Projection<Transaction>,
  readStream: ReadStream,
): Promise<void> {
  const { rows } = await db.pool.query<{ stream_id: string }>(
    'select distinct stream_id from parked_events where projection = $1 and undecodable',
    [projection.name],
  );
  for (const { stream_id } of rows) {
    try {
      await releaseStream(db, projection, stream_id, readStream);
    } catch (error) {
      if (!isPoison(error)) throw error;
    }
  }
}

async function lockCheckpoint(client: PoolClient, projection: string): Promise<void> {
  await client.query('select from projection_checkpoints where name = $1 for update', [projection]);
}

async function parkedPositions(
  client: PoolClient,
  projection: string,
  streamId: string,
): Promise<readonly number[]> {
  const { rows } = await client.query<{ position: number }>(
    'select position from parked_events where projection = $1 and stream_id = $2 order by position',
    [projection, streamId],
  );
  return rows.map((row) => row.position);
}

/** The events at these positions. Throws when one is missing or cannot be decoded: deleting its parked row would lose it. */
function pickEvents(
  events: readonly LogEvent[],
  positions: readonly number[],
  streamId: string,
): readonly StoredEvent[] {
  const byPosition = new Map(events.map((event) => [event.position, event]));
  return positions.map((position) => {
    const event = byPosition.get(position);
    if (event === undefined)
      throw new Error(`the parked event at position ${position} is missing from the history of ${streamId}`);
    return decodedOf(event);
  });
}
