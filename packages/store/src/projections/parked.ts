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
 * stream stands for itself in every projection, so catching up late gives the same rows. Throws, changing nothing,
 * while an event is still poison.
 */
export async function releaseStream(
  db: Kysely<Database>,
  projection: Projection,
  streamId: string,
  readStream: (streamId: string) => Promise<{ readonly events: readonly StoredEvent[] }>,
): Promise<number> {
  const { events } = await readStream(streamId);
  return db.transaction().execute(async (trx) => {
    // The runner cannot park more of this stream meanwhile: it needs this row first.
    await trx
      .selectFrom('projection_checkpoints')
      .select('name')
      .where('name', '=', projection.name)
      .forUpdate()
      .execute();
    const rows = await trx
      .deleteFrom('parked_events')
      .where('projection', '=', projection.name)
      .where('stream_id', '=', streamId)
      .returning('position')
      .execute();
    const positions = new Set(rows.map((row) => row.position));
    const waiting = events.filter((event) => positions.has(event.position));
    const folding = await projection.begin(trx, waiting);
    for (const event of waiting) folding.apply(event);
    await folding.save();
    await countParked(trx, projection.name);
    return waiting.length;
  });
}
