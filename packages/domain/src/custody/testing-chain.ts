import { micros, type Instant } from '../kernel.ts';
import type { CustodySpan } from './chain.ts';

/** A chain as it was at a moment, by its own times: what had begun by then, and had not ended yet. */
export function chainAt<Span extends CustodySpan>(chain: readonly Span[], moment: Instant): readonly Span[] {
  const at = micros(moment);
  return chain
    .filter((span) => span.enteredAt <= at)
    .map((span) =>
      span.leftAt !== null && span.leftAt > at ? { ...span, leftAt: null, leftPosition: null } : span,
    );
}
