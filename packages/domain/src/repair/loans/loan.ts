import type { Actor, Day, Instant } from '../../kernel.ts';
import type { LoanFacts } from './loan-events.ts';

export interface Loan extends LoanFacts {
  readonly loan: number;
  readonly state: 'out' | 'returned' | 'cancelled';
  readonly outAt: Instant;
  readonly outBy: Actor;
  /** When it came back or was cancelled, by whom, and what was said of it then; null while it is out. */
  readonly ended: { readonly at: Instant; readonly by: Actor; readonly note: string | null } | null;
}

/** What the counter says of an open loan at the pickup: it is back, or the client keeps it until a day. */
export interface LoanAtPickup {
  readonly keptUntil: Day | null;
  /** How it looks; null where nothing is said, or it stays out. */
  readonly condition: string | null;
  /** On the calendar of the shop. */
  readonly today: Day;
}
