import type { UndecodableEvent } from '@atelier/event-store/types.ts';
import type { AppDb } from '@atelier/application/platform/database.ts';

/** An event that waits for a program that can decode it. */
export interface WaitingEvent {
  readonly position: number;
  readonly stream_id: string;
}

/** Sets an event aside for a reaction that needs it. Twice is once. */
export async function parkForReaction(db: AppDb, reaction: string, event: UndecodableEvent): Promise<void> {
  await db
    .insertInto('policy_parked_events')
    .values({
      policy: reaction,
      position: event.position,
      stream_id: event.streamId,
      type: event.type,
      error: event.failure,
      parked_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What a reaction has set aside, in the order of the log. */
export function listWaiting(db: AppDb, reaction: string): Promise<readonly WaitingEvent[]> {
  return db
    .selectFrom('policy_parked_events')
    .select(['position', 'stream_id'])
    .where('policy', '=', reaction)
    .orderBy('position')
    .execute();
}

/** Its work was asked for. */
export async function unparkForReaction(db: AppDb, reaction: string, position: number): Promise<void> {
  await db
    .deleteFrom('policy_parked_events')
    .where('policy', '=', reaction)
    .where('position', '=', position)
    .execute();
}
