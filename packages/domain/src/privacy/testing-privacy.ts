import { type StreamsDecision, fold } from '../decider.ts';
import type { CustomerRef } from '../kernel.ts';
import { evolveErasure, initialErasure, type ErasureState } from './erasure.ts';
import {
  type ErasureEvent,
  type LegalHoldEvent,
  type PrivacyEvent,
  type SubjectEvent,
  privacySubjectStream,
} from './events.ts';
import { evolveLegalHold, initialLegalHold, type LegalHoldState } from './legal-hold.ts';
import { evolveSubject, initialSubject, type Subject } from './subject.ts';
import { evolveRetentionRun, initialRetentionRun, type RetentionRunState } from './retention-run.ts';
import type { RetentionRunEvent } from './retention-events.ts';

/** What a log of this slice says: decisions are made on it, and their events are added to it. */
export class PrivacyLog {
  readonly #streams = new Map<string, PrivacyEvent[]>();

  /** Adds what was decided; throws when it was rejected. */
  take(decision: StreamsDecision<PrivacyEvent>): readonly string[] {
    if (!decision.ok) throw new Error(`rejected: ${JSON.stringify(decision.rejection)}`);
    for (const { streamId, events } of decision.streams)
      this.#streams.set(streamId, [...(this.#streams.get(streamId) ?? []), ...events]);
    return decision.streams.flatMap(({ events }) => events.map(({ type }) => type));
  }

  erasure(id: number): ErasureState {
    return fold(evolveErasure, initialErasure, this.#events<ErasureEvent>(`privacy-request-${id}`));
  }

  hold(id: number): LegalHoldState {
    return fold(evolveLegalHold, initialLegalHold, this.#events<LegalHoldEvent>(`legal-hold-${id}`));
  }

  run(id: number): RetentionRunState {
    return fold(
      evolveRetentionRun,
      initialRetentionRun,
      this.#events<RetentionRunEvent>(`retention-run-${id}`),
    );
  }
  subject(ref: CustomerRef): Subject {
    return fold(evolveSubject, initialSubject, this.#events<SubjectEvent>(privacySubjectStream(ref)));
  }

  subjects(...refs: readonly CustomerRef[]): ReadonlyMap<CustomerRef, Subject> {
    return new Map(refs.map((ref) => [ref, this.subject(ref)]));
  }

  #events<Event extends PrivacyEvent>(streamId: string): readonly Event[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream's name says which events stand in it
    return (this.#streams.get(streamId) ?? []) as readonly PrivacyEvent[] as readonly Event[];
  }
}
