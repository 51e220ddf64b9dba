import { acceptStreams, reject, type StreamEvents, type StreamsDecision } from '../decider.ts';
import {
  compareTexts,
  DAY_MS,
  toInstant,
  toMs,
  type ActorAtSite,
  type CustomerRef,
  type Instant,
  type RmaId,
} from '../kernel.ts';
import type { RetentionSchedule } from '../shared/retention.ts';
import { RETENTION_RUN_AT } from './contract.ts';
import { requestErasure } from './decide.ts';
import type { PrivacyEvent } from './events.ts';
import { retentionRunStream, type RetentionRunEvent } from './retention-events.ts';
import type { RetentionRun, RetentionRunState } from './retention-run.ts';
import { keptBecause, type RetainedPiece } from './retention.ts';
import type { Subject } from './subject.ts';

type Decided = StreamsDecision<PrivacyEvent>;

interface When {
  readonly now: Instant;
  readonly actor: ActorAtSite;
}
const stamp = ({ now, actor: { userId, workerId } }: When) => ({ at: now, by: { userId, workerId } });

const ofRun = (runId: number, ...events: readonly RetentionRunEvent[]): StreamEvents<PrivacyEvent> => ({
  streamId: retentionRunStream(runId),
  events,
});

const dayOf = (instant: Instant): string => instant.slice(0, 10);

/** When the run of a day is due, in UTC: at 02:30, or at once where the schedule came into force earlier that day. */
export function runDueAt(now: Instant, inForceSince: Instant | null): Instant {
  const usual = `${dayOf(now)}T${RETENTION_RUN_AT}:00.000Z`;
  const isNew = inForceSince !== null && dayOf(inForceSince) === dayOf(now) && inForceSince < usual;
  return isNew ? inForceSince : usual;
}

/** Whether the run of this day is due. */
export const isRunDue = (now: Instant, inForceSince: Instant | null): boolean =>
  now >= runDueAt(now, inForceSince);

/** Number of a day's run: two workers that begin the same day's write to the same stream. */
export const runIdOf = (now: Instant): number => Number(dayOf(now).replaceAll('-', ''));

/**
 * Begins the run of a day. More persons than the schedule may erase unasked wait for an account; an empty run is
 * recorded too, so that it can be seen that there was one. Begun already, or switched off, there is nothing to
 * decide.
 */
export function startRun(
  { runId, found }: { readonly runId: number; readonly found: number },
  state: RetentionRunState,
  schedule: RetentionSchedule,
  now: Instant,
): Decided {
  if (!schedule.on || state.kind !== 'none') return acceptStreams<PrivacyEvent>([]);
  const needsApproval = found > schedule.approval_over;
  const begun = { runId, found, needsApproval, schedule, at: now };
  const ended: RetentionRunEvent = { type: 'RetentionRunEnded', data: { because: 'done', at: now } };
  return acceptStreams([
    ofRun(runId, { type: 'RetentionRunStarted', data: begun }, ...(found === 0 ? [ended] : [])),
  ]);
}

/** An account lets a large run go on. */
export function approveRun(state: RetentionRunState, when: When): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'waiting') return reject('erasure_decided');
  return acceptStreams([ofRun(state.runId, { type: 'RetentionRunApproved', data: stamp(when) })]);
}

/** An account ends a large run before it asked for a person, and says why. */
export function refuseRun(note: string, state: RetentionRunState, when: When): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'waiting') return reject('erasure_decided');
  if (note === '') return reject('reason_required');
  return acceptStreams([ofRun(state.runId, { type: 'RetentionRunRefused', data: { note, ...stamp(when) } })]);
}

/** A customer whom the search found, as they are now. */
export interface Candidate {
  readonly customerRef: CustomerRef;
  /** Number of the request, if there is to be one. */
  readonly requestId: number;
  readonly rmaIds: readonly RmaId[];
  readonly subject: Subject;
  readonly pieces: readonly RetainedPiece[];
}

/**
 * Asks for the erasure of some of them, each by a request like a person's whose notice begins now, and writes down who was
 * kept after all. Whom another worker has dealt with is left out; without persons left, or without room, the run ends.
 */
export function askBatch(
  candidates: readonly Candidate[],
  state: RetentionRunState,
  schedule: RetentionSchedule,
  when: When,
): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'running') return acceptStreams<PrivacyEvent>([]);
  if (!schedule.on) return ended(state, 'switched_off', when.now);
  const left = candidates.filter(({ customerRef }) => isBehind(customerRef, state)).slice(0, roomOf(state));
  const last = left.at(-1);
  if (last === undefined)
    return candidates.length > 0 && roomOf(state) > 0 ? nothing : ended(state, 'done', when.now);
  return asked(left, last.customerRef, { runId: state.runId, schedule, when });
}

const nothing = acceptStreams<PrivacyEvent>([]);
const isBehind = (ref: CustomerRef, { through }: RetentionRun): boolean =>
  through === null || compareTexts(ref, through) > 0;
/** No more than were found when it began: these are what an account has approved. */
const roomOf = ({ found, asked: done }: RetentionRun): number => found - done;

const ended = ({ runId }: RetentionRun, because: 'done' | 'switched_off', at: Instant): Decided =>
  acceptStreams([ofRun(runId, { type: 'RetentionRunEnded', data: { because, at } })]);

interface Asking {
  readonly runId: number;
  readonly schedule: RetentionSchedule;
  readonly when: When;
}

function asked(
  candidates: readonly Candidate[],
  through: CustomerRef,
  { runId, schedule, when }: Asking,
): Decided {
  const judged = candidates
    .filter(({ subject }) => !subject.isErased)
    .map((candidate) => ({ candidate, because: reasonToKeep(candidate, schedule, when.now) }));
  const due = judged.filter(({ because }) => because === null).map(({ candidate }) => candidate);
  const kept = judged.flatMap(({ candidate: { customerRef }, because }) =>
    because === null ? [] : [{ customerRef, because }],
  );
  const data = {
    asked: due.map(({ customerRef, requestId }) => ({ customerRef, requestId })),
    kept,
    through,
    at: when.now,
  };
  const dueAt = toInstant(toMs(when.now) + schedule.notice_days * DAY_MS);
  return acceptStreams<PrivacyEvent>([
    ofRun(runId, { type: 'RetentionBatchAsked', data }),
    ...due.flatMap((candidate) => requestOf(candidate, dueAt, when)),
  ]);
}

const reasonToKeep = ({ subject, pieces }: Candidate, schedule: RetentionSchedule, now: Instant) =>
  keptBecause(
    { isHeld: subject.holds.length > 0, isRequested: subject.request !== null, pieces },
    schedule,
    now,
  );

function requestOf({ customerRef, requestId, rmaIds, subject }: Candidate, dueAt: Instant, when: When) {
  const decision = requestErasure(
    {
      requestId,
      customerRefs: [customerRef],
      rmaIds,
      reason: 'no_longer_needed',
      origin: 'retention',
      dueAt,
      note: null,
    },
    new Map([[customerRef, subject]]),
    when,
  );
  return decision.ok ? decision.streams : [];
}
