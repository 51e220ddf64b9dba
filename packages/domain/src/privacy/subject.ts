import { unreachable } from '../decider.ts';
import type { SubjectEvent } from './events.ts';

/** What the law and the requests say about one customer. */
export interface Subject {
  /** Holds in force. */
  readonly holds: readonly number[];
  /** The request that waits or is carried out; null = none. */
  readonly request: number | null;
  /** Their erasure has begun: nothing stops it, and it is not requested again. */
  readonly isErased: boolean;
}

export const initialSubject: Subject = { holds: [], request: null, isErased: false };

/** Folds one event into a customer's state. */
export function evolveSubject(state: Subject, event: SubjectEvent): Subject {
  switch (event.type) {
    case 'SubjectHoldChanged': {
      const { holdId, isHeld } = event.data;
      const others = state.holds.filter((id) => id !== holdId);
      return { ...state, holds: isHeld ? [...others, holdId] : others };
    }
    case 'SubjectErasureChanged': {
      const { requestId, stage } = event.data;
      if (stage === 'closed') return { ...state, request: null };
      return { ...state, request: requestId, isErased: state.isErased || stage === 'started' };
    }
    default:
      return unreachable(event);
  }
}
