// The one event that every contestant writes: a scan, about 110 bytes of data and 200 of metadata.

export const eventType = 'ItemStatusChanged';

export const eventData = {
  itemId: 123_456,
  from: 4,
  to: 5,
  kind: 'forward',
  weight: 12.5,
  note: 'checked at the bench, clasp polished',
};

export const eventMetadata = {
  actor: { id: 7, kind: 'user', name: 'Station 3' },
  worker: { id: 12, workId: 'W0012' },
  site: 3,
  commandId: '6f0f2c1e-6f0b-4b5e-9c0b-2f1d7f6f7a11',
  occurredAt: '2026-11-20T10:00:00.000Z',
} as const;

/** An item lives through about this many events: every tenth append makes a new stream. */
export const eventsPerStream = 10;
