import type { Day, Instant } from '../../kernel.ts';
import type { Findings, QualityCause, SubReasonRef, Warranty } from '../../shared/item-facts.ts';

/**
 * A decision of the log that hangs on a rule which may be changed, or changes what a later one begins with
 * (docs/product/insight.md §9): what went in, and what came out. `due` = minor units due afterwards. Nothing personal.
 */
export type RuleDecision =
  | CounterDecision
  | FindingsDecision
  | OutcomeDecision
  | HandDecision
  | WaiverDecision;

interface Decided {
  readonly at: Instant;
  readonly due: number;
}

/** The deposit, or its form again: warranty and the amount agreed. */
export interface CounterDecision extends Decided {
  readonly kind: 'counter';
  readonly purchaseDate: Day;
  /** The override without its reason, which may be personal. */
  readonly warranty: Omit<Warranty, 'override'>;
  readonly override: boolean | null;
  /** Minor units; null = no amount was named. */
  readonly agreed: number | null;
  readonly subReasons: readonly number[];
  readonly total180: number;
}

/** What was found, and the cause that it was put down to. */
export interface FindingsDecision extends Decided {
  readonly kind: 'findings';
  readonly cause: QualityCause;
  readonly reasonIds: readonly number[];
  readonly subReasons: readonly SubReasonRef[];
}

/** It leaves without a repair: no fee. */
interface OutcomeDecision extends Decided {
  readonly kind: 'outcome';
}
/** A person set the amount: that holds under every rule. */
interface HandDecision extends Decided {
  readonly kind: 'hand';
}
interface WaiverDecision extends Decided {
  readonly kind: 'waiver';
  readonly decision: 10 | 11;
}

/** Only these follow from a rule. */
export const isByRule = ({ kind }: RuleDecision): boolean => kind !== 'hand' && kind !== 'waiver';

/** Of findings only what a fee hangs on is kept. */
export const findingsOf = (
  { reasonIds, subReasons }: Pick<FindingsDecision, 'reasonIds' | 'subReasons'>,
  cause: QualityCause,
): Findings => ({
  reasonIds,
  subReasons,
  causes: [cause],
  primaryCause: cause,
  originalFactory: '',
  qualityIssue: false,
});
