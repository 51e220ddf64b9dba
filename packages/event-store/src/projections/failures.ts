import { isUndecodable } from '../errors.ts';
import type { LogEvent, StoredEvent } from '../types.ts';

/** SQLSTATE classes of transient failures: lost connections, locks, deadlocks, a full disk, a shutdown. */
const PASSING = new Set(['08', '25', '40', '53', '55', '57', '58']);
/** Our own mistakes: a missing table or right fails for every event alike, so no event is to blame. */
const OURS = new Set(['42', '3D', '3F']);

/** Words of the driver for a connection that broke without PostgreSQL saying anything. */
const BROKEN = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'connection error',
  'not queryable',
];

/**
 * Whether a failure may be one event's fault. Transient failures are retried, what is wrong with the program or
 * the database stops the projection; only the rest is poison.
 */
export function isPoison(error: unknown): boolean {
  if (error instanceof CheckpointMoved) return false;
  if (!(error instanceof Error)) return true;
  if (BROKEN.some((words) => error.message.includes(words))) return false;
  if (!('code' in error) || typeof error.code !== 'string') return true;
  if (/^E[A-Z]+$/.test(error.code)) return false;
  return !PASSING.has(error.code.slice(0, 2)) && !OURS.has(error.code.slice(0, 2));
}

/** Another writer moved the checkpoint: a second runner, or a rebuild that was just swapped in. */
export class CheckpointMoved extends Error {
  readonly code = 'checkpoint_moved';

  constructor(projection: string, expected: number) {
    super(`projection ${projection} is no longer at position ${expected}: another runner moved it`);
    this.name = 'CheckpointMoved';
  }
}

/** A rebuild met an event it cannot decode or fold. It stops: a table built around a hole would look complete. */
export class PoisonEvent extends Error {
  readonly code = 'poison_event';
  readonly streamId: string;
  readonly position: number;

  constructor(streamId: string, position: number, reason: string) {
    super(`the event at position ${position} in stream ${streamId} cannot be folded: ${reason}`);
    this.name = 'PoisonEvent';
    this.streamId = streamId;
    this.position = position;
  }
}

/** The event with its data. @throws PoisonEvent when it cannot be decoded */
export function decodedOrPoison(event: LogEvent): StoredEvent {
  if (isUndecodable(event)) throw new PoisonEvent(event.streamId, event.position, event.failure);
  return event;
}
