import { describe, expect, it } from 'vitest';
import type { Decision } from '../../decider.ts';
import { byFunctions, specify } from '../../testing.ts';
import type { LogVerificationEvent } from './events.ts';
import {
  evolveLogVerification,
  failLogVerification,
  finishLogVerification,
  initialLogVerification,
  MOST_FAULTS,
  requestLogVerification,
  toLogVerificationRow,
  type LogVerificationState,
} from './verification.ts';

const now = '2026-11-20T10:00:00.000Z';
const by = { userId: 7, workerId: null };
type Command = (state: LogVerificationState, context: { now: string }) => Decision<LogVerificationEvent>;
const { given, eventsOf } = specify(
  byFunctions<LogVerificationState, LogVerificationEvent, { now: string }>(
    initialLogVerification,
    evolveLogVerification,
  ),
  { now },
);
const none: LogVerificationState = { kind: 'none' };
const request: Command = (own) => requestLogVerification(4, { before: none, own }, { now, by });
const verified = {
  events: 9,
  archived: 0,
  checkpoints: 1,
  cosignatures: 0,
  outside: 1,
  signatures: true,
};
const fault = {
  kind: 'changed',
  stream: 'item-7',
  version: 2,
  position: 5,
  field: 'data',
  detail: 'the event is not the one that was sealed',
} as const;
const finish =
  (count: number): Command =>
  (state, context) =>
    finishLogVerification(
      verified,
      { faults: Array.from({ length: count }, () => fault), faultCount: count },
      state,
      context,
    );
const running = eventsOf(request);

describe('a verification of the log (product/audit.md §8)', () => {
  it('is one at a time', () => {
    given().when(request).thenTypes('LogVerificationRequested');
    given(...running)
      .when(request)
      .thenRejected('verification_running');
    const { state: before } = given(...running);
    const next: Command = (own) => requestLogVerification(5, { before, own }, { now, by });
    given().when(next).thenRejected('verification_running');
    const { state: ended } = given(...eventsOf(request, failLogVerification));
    const after: Command = (own) => requestLogVerification(5, { before: ended, own }, { now, by });
    given().when(after).thenTypes('LogVerificationRequested');
  });

  it('keeps what was found, the first hundred faults by name and the count of all', () => {
    const { state } = given(...eventsOf(request, finish(MOST_FAULTS + 1)));
    if (state.kind === 'none') throw new Error('there is a verification');
    expect(toLogVerificationRow(state)).toMatchObject({
      state: 'done',
      requested_by: 7,
      verified,
      fault_count: MOST_FAULTS + 1,
    });
    expect(state.faults).toHaveLength(MOST_FAULTS);
  });

  it('ends once, however often a job is delivered', () => {
    given(...eventsOf(request, finish(0)))
      .when(finish(1))
      .thenNothing();
    given(...eventsOf(request, finish(0)))
      .when(failLogVerification)
      .thenNothing();
    given().when(finish(0)).thenRejected('not_found');
  });
});
