import type { LoanFacts } from '@atelier/domain/repair/loans/loan-events.ts';

/** A loan as it was said: its value may come without a currency. */
export interface NewLoan extends Omit<LoanFacts, 'value'> {
  readonly value: { readonly amount: number; readonly currency: string | null } | null;
}

export const loanFacts = ({ value, ...loan }: NewLoan, currency: string): LoanFacts => ({
  ...loan,
  value: value === null ? null : { amount: value.amount, currency: value.currency ?? currency },
});
