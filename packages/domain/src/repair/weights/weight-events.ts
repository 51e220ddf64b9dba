import type { DomainEvent } from '../../decider.ts';
import type { Actor, CustomerRef, Instant } from '../../kernel.ts';
import type { EXPLANATIONS } from '../contract.ts';

export type Explanation = (typeof EXPLANATIONS)[number];

/** Why the weights of an interval differ, as far as it is known; a later one replaces it. */
export type WeightDifferenceExplained = DomainEvent<
  'WeightDifferenceExplained',
  {
    /** The weighing that ends the interval: its place among the piece's weighings. */
    readonly weighing: number;
    readonly explanation: Explanation;
    /** Null also once the customer is erased. */
    readonly note: string | null;
    /** Whose key seals the note; absent without one. */
    readonly customerRef?: CustomerRef;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
