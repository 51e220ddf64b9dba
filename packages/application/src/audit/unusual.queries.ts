import type { UnusualEntry, UnusualQuery } from '@atelier/contracts/audit/feed-schema.ts';
import { unusualIn, type AuditedEvent, type UnusualRule } from '@atelier/domain/audit/unusual.ts';
import { actingAccount } from '@atelier/domain/shared/two-persons.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { feedEntries, spanAsked, withData } from './feed.queries.ts';
import { findReviews } from './review/reviews.queries.ts';
import { readStretches } from './read-stretches.queries.ts';

/** Events one call reads at most: the rules check each, so a page may be short, or empty, and the next one goes on. */
const READ_AT_ONCE = 1_000;
const READS = 5;

interface FoundUnusual {
  readonly entries: UnusualEntry[];
  readonly next: number | null;
}

/** What rules name as out of the ordinary, the newest first. Inside `inScope`. */
export async function findUnusual(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLogPage' | 'readStreams'>,
  asked: UnusualQuery,
): Promise<FoundUnusual> {
  const zones = await timeZones(trx);
  const found: { readonly event: StoredEvent; readonly rules: UnusualRule[] }[] = [];
  let next: number | null = asked.before ?? null;
  for (let read = 0; read < READS && found.length < asked.page_size; read += 1) {
    const page = await readStretches(store, {
      order: 'newest',
      beyond: next ?? undefined,
      limit: READ_AT_ONCE,
      site: asked.site,
      ...spanAsked(asked),
    });
    for (const event of page.events.map(withData)) {
      const rules = unusualIn(auditedOf(event, zones));
      if (asked.rule === undefined ? rules.length > 0 : rules.includes(asked.rule))
        found.push({ event, rules });
    }
    ({ next } = page);
    if (next === null) break;
  }
  const shown = found.slice(0, asked.page_size);
  const entries = await feedEntries(
    trx,
    shown.map(({ event }) => event),
  );
  const positions = entries.map(({ position }) => position);
  const reviews = await findReviews(trx, store, positions, asked);
  return {
    entries: entries.map((entry, place) => ({
      ...entry,
      rules: shown[place]?.rules ?? [],
      time_zone: zoneOf(shown[place]?.event, zones),
      review: reviews.get(entry.position) ?? null,
    })),
    next: found.length > shown.length ? (shown.at(-1)?.event.position ?? null) : next,
  };
}

async function timeZones(trx: Kysely<Database>): Promise<ReadonlyMap<number, string>> {
  const sites = await trx.selectFrom('sites').select(['id', 'time_zone']).execute();
  return new Map(sites.map((site) => [site.id, site.time_zone]));
}

/** What an import wrote has no request behind it. */
function auditedOf(event: StoredEvent, zones: ReadonlyMap<number, string>): AuditedEvent {
  const { metadata } = event;
  return {
    type: event.type,
    streamId: event.streamId,
    data: { ...event.data },
    recordedAt: event.recordedAt,
    occurredAt: metadata.occurredAt,
    isFromCall: metadata.correlationId !== undefined,
    actorId: actingAccount(metadata.actor),
    timeZone: zoneOf(event, zones),
  };
}

const zoneOf = (event: StoredEvent | undefined, zones: ReadonlyMap<number, string>): string | null =>
  (event?.metadata.site === undefined ? undefined : zones.get(event.metadata.site)) ?? null;

/** The event at a position where some rule names it. Inside `inScope`. */
export async function unusualAt(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readLogPage'>,
  position: number,
): Promise<StoredEvent | undefined> {
  const request = { order: 'newest', beyond: position + 1, limit: 1, stretch: 1 } as const;
  const [found] = (await store.readLogPage(request)).events;
  if (found?.position !== position) return undefined;
  const event = withData(found);
  return unusualIn(auditedOf(event, await timeZones(trx))).length > 0 ? event : undefined;
}
