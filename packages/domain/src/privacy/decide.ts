import { acceptStreams, reject, type Refused, type StreamsDecision } from '../decider.ts';
import { notTwoPersons, type NotTwoPersons, type Tie } from '../shared/two-persons.ts';
import { toMs, type ActorAtSite, type CustomerRef, type Instant, type RmaId } from '../kernel.ts';
import type { ErasureOrigin, ErasureReason, HoldReason, KeptBecause } from './contract.ts';
import { isWaiting, type Erasure, type ErasureState } from './erasure.ts';
import {
  legalHoldStream,
  privacyRequestStream,
  privacySubjectStream,
  type Covered,
  type ErasureEvent,
  type PrivacyEvent,
  type SubjectErasureChanged,
} from './events.ts';
import type { LegalHoldState } from './legal-hold.ts';
import { owedPieces, type OwnedPiece } from './open-piece.ts';
import type { Subject } from './subject.ts';

/** The state of each customer of a request, by reference. */
export type Subjects = ReadonlyMap<CustomerRef, Subject>;

type Decided = StreamsDecision<PrivacyEvent>;

interface When {
  readonly now: Instant;
  readonly actor: ActorAtSite;
}

const stamp = ({ now, actor: { userId, workerId } }: When) => ({ at: now, by: { userId, workerId } });

export interface AskedErasure {
  readonly requestId: number;
  readonly customerRefs: readonly CustomerRef[];
  readonly rmaIds: readonly RmaId[];
  readonly reason: ErasureReason;
  readonly origin: ErasureOrigin;
  readonly dueAt: Instant | null;
  readonly note: string | null;
}

/**
 * Asks for an erasure. A hold or a piece that is owed does not prevent a request: the time in which the house has to
 * respond runs from the request on (product/privacy.md §2).
 */
export function requestErasure(asked: AskedErasure, subjects: Subjects, when: When): Decided {
  const [customerRef] = asked.customerRefs;
  if (customerRef === undefined) return reject('not_found');
  const states = [...subjects.values()];
  if (states.some(({ isErased }) => isErased)) return reject('person_erased');
  const open = states.find(({ request }) => request !== null)?.request;
  if (open != null) return reject('erasure_open', { request_id: open });
  return acceptStreams<PrivacyEvent>([
    {
      streamId: privacyRequestStream(asked.requestId),
      events: [{ type: 'ErasureRequested', data: { ...asked, customerRef, ...stamp(when) } }],
    },
    ...noted(asked, 'open', when.now),
  ]);
}

const noted = (
  { customerRefs, requestId }: Pick<AskedErasure, 'customerRefs' | 'requestId'>,
  stage: SubjectErasureChanged['data']['stage'],
  at: Instant,
) =>
  customerRefs.map((customerRef) => ({
    streamId: privacySubjectStream(customerRef),
    events: [{ type: 'SubjectErasureChanged', data: { customerRef, requestId, stage, at } } as const],
  }));

/** What may stand against a request. */
interface Against {
  readonly subjects: Subjects;
  readonly pieces: readonly OwnedPiece[];
}

/** What keeps a request from being carried out now; null = nothing does. */
export function obstacleOf(subjects: Subjects, pieces: readonly OwnedPiece[]): Refused | null {
  const holds = [...subjects.values()].flatMap((subject) => subject.holds);
  if (holds.length > 0) return reject('legal_hold', { hold_ids: holds });
  const owed = owedPieces(pieces);
  return owed.length > 0 ? reject('repair_open', { item_ids: owed }) : null;
}

/** Four eyes: another person decides, over whose account the asker has no hold. */
const notAnother = ({ asked }: Erasure, { actor }: When, ties: readonly Tie[]): NotTwoPersons | null =>
  notTwoPersons(asked.by.userId, actor.userId, ties);

/** A second person approves; not allowed while a hold exists or a piece is in repair. */
export function approveErasure(
  note: string | null,
  state: ErasureState,
  { subjects, pieces, ties }: Against & { readonly ties: readonly Tie[] },
  when: When,
): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'requested') return reject('erasure_decided');
  const refused = notAnother(state, when, ties);
  if (refused !== null) return reject(refused);
  const obstacle = obstacleOf(subjects, pieces);
  if (obstacle !== null) return obstacle;
  const { customerRef } = state.asked;
  return ofRequest(state, { type: 'ErasureApproved', data: { customerRef, note, ...stamp(when) } });
}

/** A second person says no, and why. */
export function refuseErasure(
  note: string,
  state: ErasureState,
  { ties }: { readonly ties: readonly Tie[] },
  when: When,
): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'requested') return reject('erasure_decided');
  const refused = notAnother(state, when, ties);
  if (refused !== null) return reject(refused);
  if (note === '') return reject('reason_required');
  return closed(state, 'ErasureRefused', note, when);
}

/** Withdrawn before a worker has begun, by any account that may request erasures. */
export function withdrawErasure(note: string | null, state: ErasureState, when: When): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (!isWaiting(state)) return reject('erasure_decided');
  return closed(state, 'ErasureWithdrawn', note, when);
}

function closed(
  { asked }: Erasure,
  type: 'ErasureRefused' | 'ErasureWithdrawn',
  note: string | null,
  when: When,
): Decided {
  const { customerRef } = asked;
  return acceptStreams<PrivacyEvent>([
    {
      streamId: privacyRequestStream(asked.requestId),
      events: [{ type, data: { customerRef, note, ...stamp(when) } }],
    },
    ...noted(asked, 'closed', when.now),
  ]);
}

const ofRequest = ({ asked }: Erasure, event: ErasureEvent): Decided =>
  acceptStreams<PrivacyEvent>([{ streamId: privacyRequestStream(asked.requestId), events: [event] }]);

/** Whether a worker may begin: it was approved, or the schedule's notice is over without a refusal. */
export function isDue({ stage, asked }: Erasure, now: Instant): boolean {
  if (stage === 'approved') return true;
  return stage === 'requested' && asked.dueAt !== null && toMs(asked.dueAt) <= toMs(now);
}

/**
 * A worker begins. The same append says so to each customer's stream: a hold placed at this very moment is either before it, and
 * stops it, or after it, and is refused. Begun already, there is nothing to decide.
 */
export function startErasure(
  covered: Covered,
  state: ErasureState,
  { subjects, pieces }: Against,
  now: Instant,
): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage === 'running') return acceptStreams<PrivacyEvent>([]);
  if (!isDue(state, now)) return reject('erasure_decided');
  const obstacle = obstacleOf(subjects, pieces);
  if (obstacle !== null) return obstacle;
  return acceptStreams<PrivacyEvent>([
    {
      streamId: privacyRequestStream(state.asked.requestId),
      events: [{ type: 'ErasureStarted', data: { covered, at: now } }],
    },
    ...noted(state.asked, 'started', now),
  ]);
}

/** Whether the schedule alone wants this erasure: whom an account has approved it does not judge any more. */
export const isOfScheduleAlone = ({ stage, asked }: Erasure): boolean =>
  stage === 'requested' && asked.origin === 'retention';

/** The notice is over, and the schedule would not ask any more: the request ends, and a later run may ask again. */
export function keepErasure(because: KeptBecause, state: ErasureState, now: Instant): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (!isDue(state, now) || !isOfScheduleAlone(state)) return reject('erasure_decided');
  return acceptStreams<PrivacyEvent>([
    {
      streamId: privacyRequestStream(state.asked.requestId),
      events: [{ type: 'ErasureKept', data: { because, at: now } }],
    },
    ...noted(state.asked, 'closed', now),
  ]);
}

/** Everything of the person is gone. Said twice, by a job that was delivered twice, it stands once. */
export function completeErasure(state: ErasureState, now: Instant): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.stage !== 'running') return acceptStreams<PrivacyEvent>([]);
  return ofRequest(state, { type: 'ErasureCompleted', data: { at: now } });
}

export interface AskedHold {
  readonly holdId: number;
  readonly customerRef: CustomerRef;
  readonly reason: HoldReason;
  readonly reference: string | null;
}

/** From now on the law keeps this customer's data, also from what was approved already. */
export function placeHold(asked: AskedHold, subject: Subject, when: When): Decided {
  if (subject.isErased) return reject('person_erased');
  return holdChanged(asked, true, { type: 'LegalHoldPlaced', data: { ...asked, ...stamp(when) } }, when.now);
}

export function releaseHold(note: string, state: LegalHoldState, when: When): Decided {
  if (state.kind === 'none') return reject('not_found');
  if (state.releasedAt !== null) return reject('hold_absent');
  if (note === '') return reject('reason_required');
  const { customerRef } = state;
  const data = { customerRef, note, ...stamp(when) };
  return holdChanged(state, false, { type: 'LegalHoldReleased', data }, when.now);
}

function holdChanged(
  { holdId, customerRef }: Pick<AskedHold, 'holdId' | 'customerRef'>,
  isHeld: boolean,
  event: PrivacyEvent,
  at: Instant,
): Decided {
  const data = { customerRef, holdId, isHeld, at };
  return acceptStreams<PrivacyEvent>([
    { streamId: legalHoldStream(holdId), events: [event] },
    { streamId: privacySubjectStream(customerRef), events: [{ type: 'SubjectHoldChanged', data }] },
  ]);
}
