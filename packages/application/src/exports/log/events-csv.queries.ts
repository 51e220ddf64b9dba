import { EVENTS_CSV_HEAD, eventCsvLine } from '@atelier/contracts/exports/log/events-csv.ts';
import { type LogChunk, type LogServices, readSpan, type Span } from './read-span.queries.ts';

/** Every event of a span as a line of CSV, oldest first; the head comes first unless reading goes on from a position. */
export async function* eventsCsv({ store }: LogServices, span: Span): AsyncGenerator<LogChunk> {
  if (span.after === 0) yield { text: EVENTS_CSV_HEAD, rows: 0, position: 0, end: 0 };
  for await (const { events, position, end } of readSpan(store, span))
    yield { text: events.map(eventCsvLine).join(''), rows: events.length, position, end };
}
