import type { FeedEntry, FeedQuery } from '@atelier/domain/audit/feed-schema.ts';
import { kindOfStream, streamsOfKind } from '@atelier/domain/audit/subjects.ts';
import { isUndecodable } from '@atelier/event-store/errors.ts';
import type { EventStore, LogEvent, ReadLogPageRequest, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { entryOf, userIdOf } from './history-entry.queries.ts';
import { findNames } from '../identity/people.queries.ts';
import type { Names } from '../identity/people.queries.ts';
import { findStreamNames } from './subject-names.queries.ts';
import type { StreamNames } from './subject-names.queries.ts';

/** Positions that one call reads at most: a tenth of a second where nearly nothing passes the filter. */
const STRETCH = 20_000;
const STRETCHES = 4;

export interface FoundFeed {
  readonly entries: FeedEntry[];
  readonly next: number | null;
}

/** A page of what happened at all sites, the newest first; where little passes the filter it may be short or empty. */
export async function findFeed(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLogPage'>,
  asked: FeedQuery,
): Promise<FoundFeed> {
  const { events, next } = await readStretches(store, {
    order: 'newest',
    beyond: asked.before,
    limit: asked.page_size,
    streams: asked.kind && streamsOfKind(asked.kind),
    actor: asked.person,
    site: asked.site,
    from: asked.from,
    to: asked.to,
  });
  return { entries: await feedEntries(trx, events), next };
}

/** One page, from as many stretches of the log as it takes to fill it, at most four. */
export async function readStretches(
  store: Pick<EventStore, 'readLogPage'>,
  request: Omit<ReadLogPageRequest, 'stretch'>,
): Promise<{ readonly events: readonly LogEvent[]; readonly next: number | null }> {
  const events: LogEvent[] = [];
  let next: number | null = request.beyond ?? null;
  for (let turn = 0; turn < STRETCHES && events.length < request.limit; turn += 1) {
    const limit = request.limit - events.length;
    const page = await store.readLogPage({ ...request, limit, beyond: next ?? undefined, stretch: STRETCH });
    events.push(...page.events);
    next = page.next;
    if (next === null) break;
  }
  return { events, next };
}

/** Events in words' reach: who, where, and what the stream is called. */
export async function feedEntries(trx: Kysely<Database>, events: readonly LogEvent[]): Promise<FeedEntry[]> {
  const decoded = events.map(withData);
  const names = await findNames(
    trx,
    decoded.flatMap((event) => userIdOf(event) ?? []),
  );
  const streams = await findStreamNames(trx, [...new Set(decoded.map(streamShown))]);
  return decoded.map((event) => feedEntryOf(event, names, streams));
}

/** An event that cannot be decoded stands in the feed all the same, by its envelope. */
export const withData = (event: LogEvent): StoredEvent =>
  isUndecodable(event) ? { ...event, data: {} } : event;

/** The stream an event is about: of a reading, the one that was read. */
function streamShown({ type, streamId, data }: StoredEvent): string {
  if (type !== 'AuditReading' || !('subject' in data)) return streamId;
  return typeof data.subject === 'string' ? data.subject : streamId;
}

export function feedEntryOf(event: StoredEvent, names: Names, streams: StreamNames): FeedEntry {
  const { details: _, ...entry } = entryOf(event, names, { seesWords: true });
  return {
    ...entry,
    kind: kindOfStream(event.streamId),
    stream: event.streamId,
    subject: streams.get(streamShown(event)) ?? null,
    recorded_at: event.recordedAt,
    actor_id: userIdOf(event) ?? null,
    code: 'code' in event.data && typeof event.data.code === 'string' ? event.data.code : null,
  };
}
