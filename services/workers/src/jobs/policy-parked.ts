import type { UndecodableEvent } from '@atelier/event-store/types.ts';
import type { ReferenceDb } from '@atelier/application/reference/reference.table.ts';

/** An event that waits for a program that can decode it. */
export interface WaitingEvent {
  readonly position: number;
  readonly stream_id: string;
}

/** Sets an event aside for a policy that needs it. Twice is once. */
export async function parkForPolicy(db: ReferenceDb, policy: string, event: UndecodableEvent): Promise<void> {
  await db
    .insertInto('policy_parked_events')
    .values({
      policy,
      position: event.position,
      stream_id: event.streamId,
      type: event.type,
      error: event.failure,
      parked_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a policy has set aside, in the order of the log. */
export function listWaiting(db: ReferenceDb, policy: string): Promise<readonly WaitingEvent[]> {
  return db
    .selectFrom('policy_parked_events')
    .select(['position', 'stream_id'])
    .where('policy', '=', policy)
    .orderBy('position')
    .execute();
}

/** Its work was asked for. */
export async function unparkForPolicy(db: ReferenceDb, policy: string, position: number): Promise<void> {
  await db
    .deleteFrom('policy_parked_events')
    .where('policy', '=', policy)
    .where('position', '=', position)
    .execute();
}
