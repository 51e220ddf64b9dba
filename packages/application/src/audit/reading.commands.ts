import { LIST, READING_SPAN_MS, readingStream, type AuditReading } from '@atelier/domain/audit/reading.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import { createHash } from 'node:crypto';

export interface Reading {
  readonly sessionId: string;
  readonly subject: string;
  readonly call: string;
}

/** Which reading it is: the same sign-in, subject and quarter of an hour give the same text; two calls show two lists. */
export function readingKey({ sessionId, subject, call }: Reading, now: Date): string {
  const span = Math.floor(now.getTime() / READING_SPAN_MS);
  const shown = subject === LIST ? `${LIST} ${call}` : subject;
  return createHash('sha256').update(`${sessionId}\n${shown}\n${span}`).digest('hex').slice(0, 32);
}

/** Logs that an account was shown personal data. A second call with the same key, on any node, writes nothing. */
export async function recordReading(
  store: Pick<EventStore, 'append'>,
  key: string,
  { subject, call }: Reading,
  metadata: EventMetadata,
): Promise<void> {
  const event: AuditReading = { type: 'AuditReading', data: { subject, call, at: metadata.occurredAt } };
  const streams = [{ streamId: readingStream(key), expectedVersion: 0, events: [event] }];
  try {
    await store.append({ streams, metadata });
  } catch (error) {
    if (!(error instanceof WrongExpectedVersion)) throw error;
  }
}
