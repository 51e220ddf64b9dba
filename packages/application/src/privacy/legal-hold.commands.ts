import { reject } from '@atelier/domain/decider.ts';
import { placeHold, releaseHold, type AskedHold } from '@atelier/domain/privacy/decide.ts';
import { legalHoldStream, privacySubjectStream } from '@atelier/domain/privacy/events.ts';
import { initialSubject } from '@atelier/domain/privacy/subject.ts';
import { legalHoldAggregate } from '../aggregates.ts';
import {
  runCommand,
  type AnsweredDecision,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { findKnownRefs } from './same-person.queries.ts';
import { subjectsOf } from './subjects.queries.ts';

/** `POST /privacy/hold`: the law keeps this customer's data from now on. Answers `{hold_id}`. */
export async function placeLegalHold(
  services: CommandServices,
  caller: Caller,
  asked: Omit<AskedHold, 'holdId'>,
): Promise<CommandOutcome> {
  const { customerRef } = asked;
  const known = await findKnownRefs(services.db, [customerRef]);
  if (!known.has(customerRef)) return reject('not_found');
  const [holdId = 0] = await services.store.nextIds(1);
  return runCommand(services, caller, {
    streams: [legalHoldStream(holdId), privacySubjectStream(customerRef)],
    decide: (states, context) => {
      const subject = subjectsOf(states, [customerRef]).get(customerRef) ?? initialSubject;
      return answered(placeHold({ ...asked, holdId }, subject, context), holdId);
    },
  });
}

/** `POST /privacy/hold/release`: it holds no more, and why. */
export async function releaseLegalHold(
  services: CommandServices,
  caller: Caller,
  { holdId, note }: { readonly holdId: number; readonly note: string },
): Promise<CommandOutcome> {
  const { events } = await services.store.readStream(legalHoldStream(holdId));
  const hold = legalHoldAggregate.stateOf(events);
  const subjects = hold.kind === 'none' ? [] : [privacySubjectStream(hold.customerRef)];
  return runCommand(services, caller, {
    streams: [legalHoldStream(holdId), ...subjects],
    decide: (states, context) =>
      answered(releaseHold(note, states.of(legalHoldAggregate, holdId), context), holdId),
  });
}

const answered = (decision: AnsweredDecision, holdId: number): AnsweredDecision =>
  decision.ok ? { ...decision, answer: { hold_id: holdId } } : decision;
