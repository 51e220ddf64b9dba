import type { LoggedEvent } from './logged-event.ts';

/** An event of a stream as the log gives it, for tests of the formats. */
export function logged(
  streamId: string,
  type: string,
  data: object,
  more: Partial<Pick<LoggedEvent, 'position' | 'eventId' | 'version' | 'recordedAt' | 'metadata'>> = {},
): LoggedEvent {
  return {
    position: 9,
    streamId,
    version: 1,
    eventId: '3f0e7c1a-0000-4000-8000-000000000001',
    type,
    recordedAt: '2026-11-20T10:00:00.250000Z',
    data: { ...data },
    metadata: {
      actor: { id: 7, kind: 'user' },
      worker: { id: 12 },
      site: 20,
      commandId: 'c-1',
      occurredAt: '2026-11-20T09:59:59.000Z',
    },
    ...more,
  };
}
