import { sessionStream, type SessionEvent, type SignedIn } from '@atelier/domain/identity/events.ts';
import { handleCommand } from '@atelier/event-store/handle-command.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';

/** Logs that a sign-in began, before its session is stored, so every sign-in is in the log. */
export const recordSignIn = (
  store: EventStore,
  sessionId: string,
  data: SignedIn['data'],
  metadata: EventMetadata,
): Promise<void> => record(store, sessionId, metadata, () => [{ type: 'SignedIn', data }]);

/** Logs that a person ended their sign-in; sent twice, the first one stays. */
export const recordSignOut = (
  store: EventStore,
  sessionId: string,
  userId: number,
  metadata: EventMetadata,
): Promise<void> =>
  record(store, sessionId, metadata, (before) =>
    before.includes('SignedOut') ? [] : [{ type: 'SignedOut', data: { userId, at: metadata.occurredAt } }],
  );

export interface WorkerChange {
  /** Who worked at the station until now, and who does from now on; null = no worker. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Logs that another worker, or none, stands at a station. */
export const recordWorkerChange = (
  store: EventStore,
  sessionId: string,
  { from, to }: WorkerChange,
  metadata: EventMetadata,
): Promise<void> => {
  const at = metadata.occurredAt;
  return record(store, sessionId, metadata, () => [
    ...(from === null ? [] : [{ type: 'WorkerSignedOut', data: { workerId: from, at } } as const]),
    ...(to === null ? [] : [{ type: 'WorkerSignedIn', data: { workerId: to, at } } as const]),
  ]);
};

async function record(
  store: EventStore,
  sessionId: string,
  metadata: EventMetadata,
  decide: (before: readonly string[]) => readonly SessionEvent[],
): Promise<void> {
  const streamId = sessionStream(sessionId);
  await handleCommand<never, SessionEvent>(store, {
    streams: [streamId],
    metadata,
    decide: (histories) => {
      const events = decide(histories.get(streamId)?.events.map(({ type }) => type) ?? []);
      return { ok: true, streams: events.length === 0 ? [] : [{ streamId, events }] };
    },
  });
}
