import { toOcsf } from '@atelier/contracts/exports/log/ocsf.ts';
import { OCSF_TYPES } from '@atelier/contracts/exports/log/ocsf-meanings.ts';
import { unusualIn, type UnusualRule } from '@atelier/domain/audit/unusual.ts';
import { actingAccount } from '@atelier/domain/shared/two-persons.ts';
import type { LoggedEvent } from '@atelier/contracts/exports/log/logged-event.ts';
import { readSpan, type LogChunk, type LogServices, type Span } from './read-span.queries.ts';

/** The security events of a span as OCSF events, one per line, oldest first. */
export async function* ocsfLines({ store }: LogServices, span: Span): AsyncGenerator<LogChunk> {
  for await (const { events, position, end } of readSpan(store, span, OCSF_TYPES)) {
    const lines = events.flatMap((event) => ocsfLine(event) ?? []);
    yield { text: lines.join(''), rows: lines.length, position, end };
  }
}

/** An event as a line with its end; null for one that has none. */
export function ocsfLine(event: LoggedEvent): string | null {
  const line = toOcsf(event, rulesOf(event));
  return line === null ? null : `${JSON.stringify(line)}\n`;
}

/** Times of day are left to the audit screen, which knows the zones of the sites. */
function rulesOf({ metadata, ...event }: LoggedEvent): readonly UnusualRule[] {
  const { actor, occurredAt } = metadata;
  const actorId = actingAccount(actor);
  return unusualIn({ ...event, occurredAt, isFromCall: false, actorId, timeZone: null });
}
