import { reject } from '@atelier/domain/decider.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import type { ErasureReason, KeptBecause } from '@atelier/domain/privacy/contract.ts';
import {
  approveErasure,
  completeErasure,
  isDue,
  isOfScheduleAlone,
  keepErasure,
  refuseErasure,
  requestErasure,
  startErasure,
  withdrawErasure,
} from '@atelier/domain/privacy/decide.ts';
import type { ErasureState } from '@atelier/domain/privacy/erasure.ts';
import type { Tie } from '@atelier/domain/shared/two-persons.ts';
import { keptBecause } from '@atelier/domain/privacy/retention.ts';
import { privacyRequestStream, privacySubjectStream } from '@atelier/domain/privacy/events.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import { erasureAggregate } from '../aggregates.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
  type States,
} from '../commands/run-command.ts';
import { readTies } from '../identity/account-acts.queries.ts';
import { coveredOf, factsOf, findCustomerFacts } from './customer-facts.queries.ts';
import { findRetained } from './retention.queries.ts';
import { findAllRefs, findKnownRefs } from './same-person.queries.ts';
import { subjectsOf } from './subjects.queries.ts';

export interface AskedByPerson {
  readonly customerRefs: readonly CustomerRef[];
  readonly reason: ErasureReason;
  readonly note: string | null;
}

/** `POST /privacy/erase`: asks for the erasure of whole persons, with every reference of theirs, which another account decides. Answers `{request_id}`. */
export async function askForErasure(
  services: CommandServices,
  caller: Caller,
  asked: AskedByPerson,
): Promise<CommandOutcome> {
  const known = await findKnownRefs(services.db, asked.customerRefs);
  if (asked.customerRefs.some((ref) => !known.has(ref))) return reject('not_found');
  const customerRefs = await findAllRefs(services.db, asked.customerRefs);
  const { deposits } = await findCustomerFacts(services.db, customerRefs);
  const rmaIds = deposits.map(({ rmaId }) => rmaId);
  return openErasure(services, caller, { ...asked, customerRefs, rmaIds, origin: 'person', dueAt: null });
}

type Opened = Omit<Parameters<typeof requestErasure>[0], 'requestId'>;

async function openErasure(
  services: CommandServices,
  caller: Caller,
  asked: Opened,
): Promise<CommandOutcome> {
  const [requestId = 0] = await services.store.nextIds(1);
  return runCommand(services, caller, {
    streams: [privacyRequestStream(requestId), ...asked.customerRefs.map(privacySubjectStream)],
    decide: (states, context) =>
      answered(
        requestErasure({ ...asked, requestId }, subjectsOf(states, asked.customerRefs), context),
        requestId,
      ),
  });
}

const answered = (decision: AnsweredDecision, requestId: number): AnsweredDecision =>
  decision.ok ? { ...decision, answer: { ...decision.answer, request_id: requestId } } : decision;

interface Word {
  readonly requestId: number;
  readonly note: string | null;
}

/** A second person says yes; the worker begins at once. */
export const approveRequest = (
  services: CommandServices,
  caller: Caller,
  { requestId, note }: Word,
): Promise<CommandOutcome> =>
  onRequest(services, caller, requestId, async (state, { states, context, persons }) => {
    const { pieces } = await findCustomerFacts(services.db, persons);
    const ties = await tiesOf(services, state, context);
    return approveErasure(note, state, { subjects: subjectsOf(states, persons), pieces, ties }, context);
  });

/** A second person says no, and why. */
export const refuseRequest = (
  services: CommandServices,
  caller: Caller,
  { requestId, note }: Word,
): Promise<CommandOutcome> =>
  onRequest(services, caller, requestId, async (state, { context }) =>
    refuseErasure(note ?? '', state, { ties: await tiesOf(services, state, context) }, context),
  );

/** What ties the account that decides to the one that asked. */
const tiesOf = (
  { store, clock }: CommandServices,
  state: ErasureState,
  { actor }: CommandContext,
): Promise<readonly Tie[]> =>
  readTies(store, [state.kind === 'none' ? null : state.asked.by.userId, actor.userId], clock.now());

/** Taken back before a worker has begun. */
export const withdrawRequest = (
  services: CommandServices,
  caller: Caller,
  { requestId, note }: Word,
): Promise<CommandOutcome> =>
  onRequest(services, caller, requestId, (state, { context }) => withdrawErasure(note, state, context));

/**
 * A worker begins; a rejection with `legal_hold` or `repair_open` says what it has to wait for. A request of the schedule that
 * was never approved does not wait: if the schedule no longer covers it, it ends, and its answer says `kept`.
 */
export const beginErasure = (
  services: CommandServices,
  caller: Caller,
  requestId: number,
): Promise<CommandOutcome> =>
  onRequest(services, caller, requestId, async (state, given) => {
    const { context, refs, persons } = given;
    const because = await keptBySchedule(services, state, given);
    if (because !== null) return { ...keepErasure(because, state, context.now), answer: { kept: true } };
    const facts = await findCustomerFacts(services.db, persons);
    const against = { subjects: subjectsOf(given.states, persons), pieces: facts.pieces };
    return startErasure(coveredOf(factsOf(facts, refs)), state, against, context.now);
  });

/** What keeps a person whom only the schedule wants erased, under the present schedule; null = nothing. */
async function keptBySchedule(
  { db }: CommandServices,
  state: ErasureState,
  { states, context, persons }: Given,
): Promise<KeptBecause | null> {
  if (state.kind === 'none' || !isOfScheduleAlone(state) || !isDue(state, context.now)) return null;
  const { retention } = context.policy;
  if (!retention.on) return 'switched_off';
  const isHeld = [...subjectsOf(states, persons).values()].some(({ holds }) => holds.length > 0);
  const pieces = [...(await findRetained(db, persons)).values()].flatMap((facts) => facts.pieces);
  return keptBecause({ isHeld, isRequested: false, pieces }, retention, context.now);
}

/** Everything of the person is gone. */
export const finishErasure = (
  services: CommandServices,
  caller: Caller,
  requestId: number,
): Promise<CommandOutcome> =>
  onRequest(services, caller, requestId, (state, { context }) => completeErasure(state, context.now));

interface Given {
  readonly states: States;
  readonly context: CommandContext;
  readonly refs: readonly CustomerRef[];
  /** Every reference of these persons: what stands against one of them stands against all. */
  readonly persons: readonly CustomerRef[];
}

async function onRequest(
  services: CommandServices,
  caller: Caller,
  requestId: number,
  decide: (state: ErasureState, given: Given) => AnsweredDecision | Promise<AnsweredDecision>,
): Promise<CommandOutcome> {
  const streamId = privacyRequestStream(requestId);
  const { events } = await services.store.readStream(streamId);
  const asked = erasureAggregate.stateOf(events);
  const refs = asked.kind === 'none' ? [] : asked.asked.customerRefs;
  const persons = await findAllRefs(services.db, refs);
  return runCommand(services, caller, {
    streams: [streamId, ...persons.map(privacySubjectStream)],
    decide: async (states, context) => {
      const given = { states, context, refs, persons };
      return answered(await decide(states.of(erasureAggregate, requestId), given), requestId);
    },
  });
}
