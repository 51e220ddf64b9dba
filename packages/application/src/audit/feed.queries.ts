import type { FeedEntry, FeedQuery } from '@atelier/contracts/audit/feed-schema.ts';
import { subjectKey, type ReplaySubject } from '@atelier/domain/audit/replay-subject.ts';
import { kindOfStream, streamsOfKind } from '@atelier/domain/audit/subjects.ts';
import { isUndecodable } from '@atelier/event-store/errors.ts';
import type { EventStore, LogEvent, StoredEvent } from '@atelier/event-store/types.ts';
import type { ReadLogPageRequest } from '@atelier/event-store/log-requests.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { entryOf, userIdOf } from './history-entry.queries.ts';
import { findNames, type Names } from '../shared/people.queries.ts';
import { readStretches } from './read-stretches.queries.ts';
import { streamsOfSubject } from './replay-page.queries.ts';
import { findStreamNames, type StreamNames } from './subject-names.queries.ts';

export interface FoundFeed {
  readonly entries: FeedEntry[];
  readonly next: number | null;
}

/** A page of what happened at all sites, the newest first; where little passes the filter it may be short or empty. */
export async function findFeed(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLogPage' | 'readLoggedStreams'>,
  asked: FeedQuery,
): Promise<FoundFeed> {
  const { events, next } = await readStretches(store, {
    order: 'newest',
    beyond: asked.before,
    limit: asked.page_size,
    streams: asked.kind && streamsOfKind(asked.kind),
    actor: asked.person,
    site: asked.site,
    ...spanAsked(asked),
    ...(asked.subject && (await narrowedTo(trx, store, asked.subject))),
  });
  return { entries: await feedEntries(trx, events), next };
}

/** From when to when; at a past moment nothing that was not true or not known by then. */
export function spanAsked(asked: Pick<FeedQuery, 'from' | 'to' | 'as_of' | 'known_at'>): LogSpan {
  const { from, to, as_of: asOf, known_at: known } = asked;
  const trueUntil = asOf === undefined ? undefined : new Date(Date.parse(asOf) + 1).toISOString();
  const ends = [to, trueUntil].flatMap((end) => (end === undefined ? [] : [new Date(end).toISOString()]));
  return { from, to: ends.toSorted()[0], known };
}
type LogSpan = Pick<ReadLogPageRequest, 'from' | 'to' | 'known'>;

async function narrowedTo(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLoggedStreams'>,
  subject: ReplaySubject,
): Promise<Partial<ReadLogPageRequest>> {
  const { kind, id } = subject;
  const own = subjectKey(subject);
  if (kind === 'user') return { own, actor: id };
  if (kind === 'worker') return { own, worker: id };
  if (kind === 'site') return { own, site: id };
  return { only: await streamsOfSubject(trx, store, subject) };
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
