import type { Pool } from 'pg';
import type { EventCodec, EventRow } from './event-codec.ts';
import type { DomainEvent, StoredEvent, StreamHistory } from './types.ts';

const statement = { name: 'read_streams', text: 'select * from read_streams($1)' };

/** Reads many streams in one query, from one snapshot. Streams that do not exist come back empty. */
export async function readStreams<E extends DomainEvent>(
  pool: Pool,
  codec: EventCodec,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, StreamHistory<E>>> {
  const asked = [...new Set(streamIds)];
  if (asked.length === 0) return new Map();
  const { rows } = await pool.query<EventRow<E>>({ ...statement, values: [asked] });
  const events = new Map<string, StoredEvent<E>[]>(asked.map((id) => [id, []]));
  for (const event of await codec.decode(rows)) events.get(event.streamId)?.push(event);
  return new Map(
    [...events].map(([streamId, own]) => [
      streamId,
      { streamId, version: own.at(-1)?.version ?? 0, events: own },
    ]),
  );
}
