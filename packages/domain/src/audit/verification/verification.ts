import { accept, reject, type Decision } from '../../decider.ts';
import type { Actor, Instant } from '../../kernel.ts';
import type { FoundFault, LogVerificationEvent, VerifiedParts } from './events.ts';

/** Faults that one event keeps; `npm run audit:verify` prints a thousand. */
export const MOST_FAULTS = 100;

/** One requested verification of chain, tree and checkpoints. */
export interface LogVerification {
  readonly kind: 'verification';
  readonly id: number;
  readonly state: 'running' | 'done' | 'failed';
  readonly requestedBy: Actor;
  readonly requestedAt: Instant;
  readonly endedAt: Instant | null;
  readonly verified: VerifiedParts | null;
  readonly faults: readonly FoundFault[];
  readonly faultCount: number;
}
export type LogVerificationState = { readonly kind: 'none' } | LogVerification;
export const initialLogVerification: LogVerificationState = { kind: 'none' };

/** Folds one event into a verification. */
export function evolveLogVerification(
  state: LogVerificationState,
  event: LogVerificationEvent,
): LogVerificationState {
  if (event.type === 'LogVerificationRequested') {
    const { verificationId: id, at: requestedAt, by: requestedBy } = event.data;
    const nothing = { endedAt: null, verified: null, faults: [], faultCount: 0 };
    return { kind: 'verification', id, state: 'running', requestedBy, requestedAt, ...nothing };
  }
  if (state.kind === 'none') return state;
  const { at: endedAt } = event.data;
  if (event.type === 'LogVerificationFailed') return { ...state, state: 'failed', endedAt };
  const { verified, faults, faultCount } = event.data;
  return { ...state, state: 'done', endedAt, verified, faults, faultCount };
}

interface When {
  readonly now: Instant;
}

/**
 * Asks for a verification. There is one at a time: ids follow each other, so that two who ask at once ask for the same
 * one, and the second is refused.
 * @param before the newest verification there was
 */
export function requestLogVerification(
  verificationId: number,
  { before, own }: { readonly before: LogVerificationState; readonly own: LogVerificationState },
  { now, by }: When & { readonly by: Actor },
): Decision<LogVerificationEvent> {
  const isRunning = before.kind === 'verification' && before.state === 'running';
  if (isRunning || own.kind !== 'none') return reject('verification_running');
  return accept<LogVerificationEvent>({
    type: 'LogVerificationRequested',
    data: { verificationId, at: now, by },
  });
}

/** What was found. Said twice, by a job that was delivered twice, the first stays. */
export function finishLogVerification(
  verified: VerifiedParts,
  { faults, faultCount }: Pick<LogVerification, 'faults' | 'faultCount'>,
  state: LogVerificationState,
  { now }: When,
): Decision<LogVerificationEvent> {
  return whileRunning(state, {
    type: 'LogVerificationFinished',
    data: { verified, faults: faults.slice(0, MOST_FAULTS), faultCount, at: now },
  });
}

/** Every attempt failed: nothing is known of the log. */
export const failLogVerification = (
  state: LogVerificationState,
  { now }: When,
): Decision<LogVerificationEvent> =>
  whileRunning(state, { type: 'LogVerificationFailed', data: { at: now } });

function whileRunning(
  state: LogVerificationState,
  event: LogVerificationEvent,
): Decision<LogVerificationEvent> {
  if (state.kind === 'none') return reject('not_found');
  return state.state === 'running' ? accept<LogVerificationEvent>(event) : accept<LogVerificationEvent>();
}

export interface LogVerificationRow {
  readonly id: number;
  readonly state: LogVerification['state'];
  readonly requested_by: number | null;
  readonly requested_at: Instant;
  readonly ended_at: Instant | null;
  readonly verified: VerifiedParts | null;
  readonly faults: readonly FoundFault[];
  readonly fault_count: number;
}

/** The inline read-model row of a verification (`version` and `position` are the append's). */
export function toLogVerificationRow(state: LogVerification): LogVerificationRow {
  return {
    id: state.id,
    state: state.state,
    requested_by: state.requestedBy.userId,
    requested_at: state.requestedAt,
    ended_at: state.endedAt,
    verified: state.verified,
    faults: state.faults,
    fault_count: state.faultCount,
  };
}
