import type { FeedEntry } from '@atelier/contracts/audit/feed-schema.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { feedEntries } from './feed.queries.ts';

/** Events before and after in which a cause or a consequence is looked for. */
const AROUND = 500;

/** What was written by the same command or request, or because of the event; the event itself is left out. Inside `inScope`. */
export async function findRelated(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLogPage'>,
  position: number,
): Promise<FeedEntry[]> {
  const { events } = await store.readLogPage({
    order: 'oldest',
    beyond: Math.max(0, position - AROUND),
    limit: AROUND * 2,
    stretch: AROUND * 2,
  });
  const event = events.find((each) => each.position === position);
  if (event === undefined) return [];
  return feedEntries(
    trx,
    events.filter((each) => each.position !== position && isRelated(event, each)),
  );
}

function isRelated({ metadata, eventId }: LogEvent, other: LogEvent): boolean {
  const { commandId, correlationId, causationId } = other.metadata;
  if (commandId === metadata.commandId) return true;
  if (correlationId !== undefined && correlationId === metadata.correlationId) return true;
  return causationId === eventId || (metadata.causationId ?? '') === other.eventId;
}
