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

/** The log holds event types or versions that this code cannot read: a newer release wrote them. */
export class UnknownEventTypes extends Error {
  readonly code = 'unknown_event_types';
  readonly types: readonly string[];

  constructor(types: readonly string[]) {
    super(`the log holds events this release cannot read: ${types.join(', ')}. Start a newer release.`);
    this.name = 'UnknownEventTypes';
    this.types = types;
  }
}
