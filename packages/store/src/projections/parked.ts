import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { isUndecodable } from '@atelier/event-store/errors.ts';
import { decodedOf } from '@atelier/event-store/read/read-streams.ts';
import type { LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import { isPoison } from './failures.ts';
import type { Projection } from './projection.ts';

/** An event that could not be decoded or folded (`error`), or one that must wait behind it (`error` null). */
export interface ParkedEvent {
  readonly event: LogEvent;
  readonly error: string | null;
}

/** Reads a stream's events, on a connection of its own. */
export type ReadStream = (streamId: string) => Promise<{ readonly events: readonly LogEvent[] }>;

/** Streams that wait for somebody to look; their events are parked unread. */
export async function parkedStreams(trx: Kysely<Database>, projection: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('parked_events')
    .select('stream_id')
    .distinct()
    .where('projection', '=', projection)
    .execute();
  return new Set(rows.map((row) => row.stream_id));
}

/** Sets events aside and counts them on the checkpoint, so that health shows it without counting. */
export async function park(
  trx: Transaction<Database>,
  projection: string,
  parked: readonly ParkedEvent[],
): Promise<void> {
  if (parked.length === 0) return;
  const rows = parked.map(({ event, error }) => ({
    projection,
    position: event.position,
    stream_id: event.streamId,
    type: event.type,
    error,
    parked_at: new Date(),
    undecodable: isUndecodable(event),
  }));
  await trx
    .insertInto('parked_events')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await countParked(trx, projection);
}

async function countParked(trx: Transaction<Database>, projection: string): Promise<void> {
  await trx
    .updateTable('projection_checkpoints')
    .set((build) => ({
      parked: build
        .selectFrom('parked_events')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('projection', '=', projection),
    }))
    .where('name', '=', projection)
    .execute();
}

/**
 * After the program was mended: folds a parked stream's events again, in order, and lets the stream go on. Each
 * stream stands for itself in every projection, so catching up late gives the same rows. Answers how many events
 * were folded. Throws, changing nothing, while an event still cannot be decoded or folded, or when the history lacks
 * a parked one.
 *
 * The checkpoint's row is locked first: whoever parks moves it in the same transaction, so from then on the parked
 * rows are fixed. Only committed events are parked, so a history read after the lock holds every one of them.
 * `readStream` reads on a connection of its own and takes no row locks: it waits for nobody who waits for this lock.
 */
export async function releaseStream(
  db: Kysely<Database>,
  projection: Projection,
  streamId: string,
  readStream: ReadStream,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockCheckpoint(trx, projection.name);
    const positions = await parkedPositions(trx, projection.name, streamId);
    if (positions.length === 0) return 0;
    const { events } = await readStream(streamId);
    const waiting = pickEvents(events, positions, streamId);
    const folding = await projection.begin(trx, waiting);
    for (const event of waiting) folding.apply(event);
    await folding.save();
    await trx
      .deleteFrom('parked_events')
      .where('projection', '=', projection.name)
      .where('position', 'in', positions)
      .execute();
    await countParked(trx, projection.name);
    return positions.length;
  });
}

/**
 * Releases what an older program could not decode and this one can; the rest stays parked. For a program that begins
 * to keep the projection up: so a rolling release mends itself.
 */
export async function releaseDecodable(
  db: Kysely<Database>,
  projection: Projection,
  readStream: ReadStream,
): Promise<void> {
  const rows = await db
    .selectFrom('parked_events')
    .select('stream_id')
    .distinct()
    .where('projection', '=', projection.name)
    .where('undecodable', '=', true)
    .execute();
  for (const { stream_id } of rows) {
    try {
      await releaseStream(db, projection, stream_id, readStream);
    } catch (error) {
      if (!isPoison(error)) throw error;
    }
  }
}

async function lockCheckpoint(trx: Transaction<Database>, projection: string): Promise<void> {
  await trx
    .selectFrom('projection_checkpoints')
    .select('name')
    .where('name', '=', projection)
    .forUpdate()
    .execute();
}

async function parkedPositions(
  trx: Transaction<Database>,
  projection: string,
  streamId: string,
): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('parked_events')
    .select('position')
    .where('projection', '=', projection)
    .where('stream_id', '=', streamId)
    .orderBy('position')
    .execute();
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
