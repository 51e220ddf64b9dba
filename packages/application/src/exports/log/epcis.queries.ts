import { toEpcisEvents } from '@atelier/contracts/exports/log/epcis.ts';
import { EPCIS_CONTEXT, EPCIS_VERSION } from '@atelier/contracts/exports/log/epcis-shapes.ts';
import { isUndo, needsHistory } from '@atelier/contracts/exports/log/epcis-undo.ts';
import type { LoggedEvent } from '@atelier/contracts/exports/log/logged-event.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { listing } from './listing.queries.ts';
import { readSpan, toLogged, type LogChunk, type LogServices, type Span } from './read-span.queries.ts';

/** Commands that took something back and may not have been read to their end. */
const REMEMBERED = 1_000;

/**
 * A span of the log as one EPCIS 2.0 document. What an event takes back is read from its stream; all else follows
 * from the events of the span alone, a stretch at a time.
 */
export async function* epcisText(services: LogServices, span: Span): AsyncGenerator<LogChunk> {
  const list = listing();
  const undone = new Set<string>();
  let place = { position: 0, end: 0 };
  yield { text: headText(services.clock.now()), rows: 0, ...place };
  for await (const batch of readSpan(services.store, span)) {
    place = { position: batch.position, end: batch.end };
    const historical = batch.events.filter((event) => remember(event, undone));
    const before = await historiesBefore(services.store, historical);
    const events = batch.events.flatMap((event) => toEpcisEvents(event, before(event)));
    yield { text: list(events), rows: events.length, ...place };
  }
  yield { text: ']}}\n', rows: 0, ...place };
}

function headText(now: Date): string {
  const head = {
    '@context': [EPCIS_CONTEXT],
    type: 'EPCISDocument',
    schemaVersion: EPCIS_VERSION,
    creationDate: now.toISOString(),
  };
  return `${JSON.stringify(head).slice(0, -1)},"epcisBody":{"eventList":[`;
}

/** Notes what takes something back; answers whether the event's own history has to be known. */
function remember(event: LoggedEvent, undone: Set<string>): boolean {
  if (isUndo(event)) undone.add(event.metadata.commandId);
  for (const oldest of undone) {
    if (undone.size <= REMEMBERED) break;
    undone.delete(oldest);
  }
  return needsHistory(event, undone);
}

type Before = (event: LoggedEvent) => readonly LoggedEvent[];

async function historiesBefore(store: EventStore, events: readonly LoggedEvent[]): Promise<Before> {
  const histories = new Map<string, readonly LoggedEvent[]>();
  for (const streamId of new Set(events.map((event) => event.streamId)))
    histories.set(streamId, await historyOf(store, streamId));
  return ({ streamId, version }) => (histories.get(streamId) ?? []).filter((each) => each.version < version);
}

/** Of a stream that lies in an archive nothing is known but what the span says. */
async function historyOf(store: EventStore, streamId: string): Promise<readonly LoggedEvent[]> {
  try {
    const streams = await store.readLoggedStreams([streamId]);
    return (streams.get(streamId)?.events ?? []).map(toLogged);
  } catch (error) {
    if (error instanceof ArchivedHistory) return [];
    throw error;
  }
}
