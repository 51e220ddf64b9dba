import { fold } from '@atelier/domain/decider.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import type { Subjects } from '@atelier/domain/privacy/decide.ts';
import { privacySubjectStream, type SubjectEvent } from '@atelier/domain/privacy/events.ts';
import { evolveSubject, initialSubject } from '@atelier/domain/privacy/subject.ts';
import type { States } from '../commands/run-command.ts';

/** The state of each customer, from their streams, which were read for the command. */
export const subjectsOf = (states: States, refs: readonly CustomerRef[]): Subjects =>
  new Map(refs.map((ref) => [ref, fold(evolveSubject, initialSubject, eventsOf(states, ref))]));

/** The stream's name says which events stand in it. */
function eventsOf(states: States, ref: CustomerRef): readonly SubjectEvent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return states.events(privacySubjectStream(ref)) as readonly unknown[] as readonly SubjectEvent[];
}
