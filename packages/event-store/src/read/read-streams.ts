import type { Pool } from 'pg';
import { UndecodableHistory, isUndecodable } from '../errors.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventCodec } from '../registry/event-codec.ts';
import type { DomainEvent, EventRow, LogEvent, LoggedStream, StoredEvent, StreamHistory } from '../types.ts';

const statement = { name: 'read_streams', text: 'select * from read_streams($1, $2)' };

/**
 * Reads many streams in one query, from one snapshot. Streams that do not exist come back empty. Throws
 * `UndecodableHistory` for the first event that cannot be decoded, `ArchivedHistory` for a stream that lies in an archive.
 */
export async function readStreams<E extends DomainEvent>(
  pool: Pool,
  codec: EventCodec,
  streamIds: readonly string[],
): Promise<ReadonlyMap<string, StreamHistory<E>>> {
  const streams = await readLoggedStreams<E>(pool, codec, streamIds);
  return new Map([...streams].map(([id, stream]) => [id, historyOf(stream)]));
}

/** Stands for a stream that lies in the archive named by its type. */
interface ArchivedRow {
  readonly stream_id: string;
  readonly version: null;
  readonly type: string;
}

/** The same, with the events that cannot be decoded in their places; of `types` only, where given. */
export async function readLoggedStreams<E extends DomainEvent>(
  pool: Pool,
  codec: EventCodec,
  streamIds: readonly string[],
  types?: readonly string[],
): Promise<ReadonlyMap<string, LoggedStream<E>>> {
  const asked = [...new Set(streamIds)];
  if (asked.length === 0) return new Map();
  const { rows } = await pool.query<EventRow<E> | ArchivedRow>({
    ...statement,
    values: [asked, types],
  });
  const archived = rows.find((row) => row.version === null);
  if (archived !== undefined)
    throw new ArchivedHistory(`the events of stream ${archived.stream_id}`, archived.type);
  const events = new Map<string, LogEvent<E>[]>(asked.map((id) => [id, []]));
  for (const event of await codec.decode(rows.filter((row) => row.version !== null)))
    events.get(event.streamId)?.push(event);
  return new Map(
    [...events].map(([streamId, own]) => [
      streamId,
      { streamId, version: own.at(-1)?.version ?? 0, events: own },
    ]),
  );
}

/** The stream as decided on. Throws `UndecodableHistory` when an event of it cannot be decoded. */
export function historyOf<E extends DomainEvent>(stream: LoggedStream<E>): StreamHistory<E> {
  return { ...stream, events: stream.events.map(decodedOf) };
}

/** The event with its data. Throws `UndecodableHistory` when it has none. */
export function decodedOf<E extends DomainEvent>(event: LogEvent<E>): StoredEvent<E> {
  if (isUndecodable(event)) throw new UndecodableHistory(event);
  return event;
}
