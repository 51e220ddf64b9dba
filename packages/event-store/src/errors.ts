import { Fault } from '@atelier/postgres/fault.ts';
import type { LogEvent, UndecodableEvent } from './types.ts';
import type { Horizon, LogCursor } from './log-requests.ts';

/** Another command was faster, or the caller's view was old. */
export class WrongExpectedVersion extends Error {
  readonly code = 'wrong_expected_version';
  readonly streamId: string;
  readonly expected: number;
  readonly actual: number;

  constructor(streamId: string, expected: number, actual: number) {
    super(`stream ${streamId} is at version ${actual}, expected ${expected}`);
    this.name = 'WrongExpectedVersion';
    this.streamId = streamId;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The same idempotency key came with another body. */
export class IdempotencyConflict extends Error {
  readonly code = 'idempotency_conflict';

  constructor() {
    super('this idempotency key was used for another command');
    this.name = 'IdempotencyConflict';
  }
}

/** A cursor is of another epoch, or lies beyond the end of the log: its reader starts again from what it saved in the database. */
export class EpochChanged extends Error {
  readonly code = 'epoch_changed';
  /** The cursor's own epoch: only the position lies beyond the horizon, which may be behind after a crash of the server. */
  readonly isSameEpoch: boolean;

  constructor(cursor: LogCursor, horizon: Horizon) {
    super(
      `position ${cursor.position} of epoch ${cursor.epoch} is not of the log, which ends at ${horizon.position} of epoch ${horizon.epoch}`,
    );
    this.name = 'EpochChanged';
    this.isSameEpoch = cursor.epoch === horizon.epoch;
  }
}

/**
 * Nothing of the append was written. `stream_busy`: another transaction holds one of its streams or its key, or too many commands
 * wait for one of them. `append_queue_full`: too many commands wait on this node, or the database does not confirm commits.
 */
export class AppendBusy extends Error {
  readonly code: 'stream_busy' | 'append_queue_full';

  constructor(code: AppendBusy['code']) {
    super(
      code === 'stream_busy'
        ? 'a stream or key of the append is in use'
        : 'appends wait for the database, their queue is full',
    );
    this.name = 'AppendBusy';
    this.code = code;
  }
}

/**
 * The append was sent, and whether it was kept is not known: the connection broke, the limit passed, or the commit was not
 * confirmed by the synchronous standby. The same command may be sent again under its idempotency key.
 */
export class OutcomeUnknown extends Error {
  readonly code = 'outcome_unknown';

  constructor(reason: string, cause?: unknown) {
    super(`whether the append was kept is not known: ${reason}`, { cause });
    this.name = 'OutcomeUnknown';
  }
}

/** The log holds event types or versions that this code cannot read: a newer release wrote them. */
export class UnknownEventTypes extends Fault {
  readonly code = 'unknown_event_types';
  readonly types: readonly string[];

  constructor(types: readonly string[]) {
    super(
      `The log holds events that this release cannot read (${types.join(', ')}): start the newer release that wrote them.`,
    );
    this.name = 'UnknownEventTypes';
    this.types = types;
  }
}

/** A stream holds an event that this program cannot decode: nothing may be decided or folded over it. */
export class UndecodableHistory extends Error {
  readonly code = 'undecodable_history';
  readonly streamId: string;
  readonly position: number;
  readonly type: string;

  constructor({ streamId, position, version, type, failure }: UndecodableEvent) {
    super(`event ${version} (${type}) of stream ${streamId} at position ${position} ${failure}`);
    this.name = 'UndecodableHistory';
    this.streamId = streamId;
    this.position = position;
    this.type = type;
  }
}

/** Whether an event of the log came without its data. */
export function isUndecodable(event: LogEvent): event is UndecodableEvent {
  return 'failure' in event;
}

/** Whether an event of the log came with its data. */
export function isDecoded<E extends LogEvent>(event: E): event is Exclude<E, UndecodableEvent> {
  return !isUndecodable(event);
}

/** A person whom an append names was erased meanwhile: what is to be written of them has to be decided without it. */
export class SubjectErased extends Error {
  readonly code = 'subject_erased';
  readonly subject: string;

  constructor(subject: string) {
    super('a person whom the command names was erased');
    this.name = 'SubjectErased';
    this.subject = subject;
  }
}
