import type { DomainEvent } from '../../decider.ts';
import type { Actor, CustomerRef, Day, Instant, Money } from '../../kernel.ts';

/** What a shop lends while a piece is repaired (product/repair.md §21). */
export interface LoanFacts {
  /** Free text, sealed; null once the customer is erased. */
  readonly description: string | null;
  /** Its SKU or serial number in the shop's stock: never a person's. */
  readonly code: string | null;
  readonly value: Money | null;
  /** On the calendar of the piece's shop. */
  readonly dueOn: Day;
  /** How it looked when it was handed out; sealed. */
  readonly condition: string | null;
}

interface Stamped {
  readonly customerRef: CustomerRef;
  /** Its place among the piece's loans, from 1. */
  readonly loan: number;
  readonly at: Instant;
  readonly by: Actor;
}

export type LoanHandedOut = DomainEvent<'LoanHandedOut', Stamped & LoanFacts>;
/** All facts again: a mistake corrected, or a later day on which it is due back. */
export type LoanChanged = DomainEvent<'LoanChanged', Stamped & LoanFacts>;
export type LoanReturned = DomainEvent<'LoanReturned', Stamped & { readonly condition: string | null }>;
/** It was never handed out: the record was a mistake. */
export type LoanCancelled = DomainEvent<'LoanCancelled', Stamped & { readonly reason: string | null }>;

export type LoanEvent = LoanHandedOut | LoanChanged | LoanReturned | LoanCancelled;

/** A loan as it was said: its value may come without a currency. */
export interface NewLoan extends Omit<LoanFacts, 'value'> {
  readonly value: { readonly amount: number; readonly currency: string | null } | null;
}

export const loanFacts = ({ value, ...loan }: NewLoan, currency: string): LoanFacts => ({
  ...loan,
  value: value === null ? null : { amount: value.amount, currency: value.currency ?? currency },
});
