import { toOcsf } from '@atelier/domain/exports/log/ocsf.ts';
import { OCSF_TYPES } from '@atelier/domain/exports/log/ocsf-meanings.ts';
import type { LoggedEvent } from '@atelier/domain/exports/log/logged-event.ts';
import { readSpan } from './read-span.queries.ts';
import type { LogChunk, LogServices, Span } from './read-span.queries.ts';

/** The events of a span that security asks for, each an event of OCSF on a line of its own, oldest first. */
export async function* ocsfLines({ store }: LogServices, span: Span): AsyncGenerator<LogChunk> {
  for await (const { events, position, end } of readSpan(store, span, OCSF_TYPES)) {
    const lines = events.flatMap((event) => ocsfLine(event) ?? []);
    yield { text: lines.join(''), rows: lines.length, position, end };
  }
}

/** An event as a line with its end; null for one that has none. */
export function ocsfLine(event: LoggedEvent): string | null {
  const line = toOcsf(event);
  return line === null ? null : `${JSON.stringify(line)}\n`;
}
