import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { StoredEvent } from '../event-store/types.ts';
import type { Projection } from './projection.ts';

/** An event a projection could not fold (`error`), or one that must wait behind it (`error` null). */
export interface ParkedEvent {
  readonly event: StoredEvent;
  readonly error: string | null;
}

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
 * were folded. Throws, changing nothing, while an event is still poison, or when the history lacks a parked one.
 *
 * The checkpoint's row is locked first: whoever parks moves it in the same transaction, so from then on the parked
 * rows are fixed. Only committed events are parked, so a history read after the lock holds every one of them.
 * `readStream` reads on a connection of its own and takes no row locks: it waits for nobody who waits for this lock.
 */
export async function releaseStream(
  db: Kysely<Database>,
  projection: Projection,
  streamId: string,
  readStream: (streamId: string) => Promise<{ readonly events: readonly StoredEvent[] }>,
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

/** The events at these positions. Throws when one is missing: deleting its parked row would lose it. */
function pickEvents(
  events: readonly StoredEvent[],
  positions: readonly number[],
  streamId: string,
): readonly StoredEvent[] {
  const byPosition = new Map(events.map((event) => [event.position, event]));
  return positions.map((position) => {
    const event = byPosition.get(position);
    if (event === undefined)
      throw new Error(`the parked event at position ${position} is missing from the history of ${streamId}`);
    return event;
  });
}
