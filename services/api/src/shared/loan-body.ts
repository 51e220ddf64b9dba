import type { LoanBody, LoansAtPickup } from '@atelier/contracts/deposit/loan-schema.ts';
import type { NewLoan } from '@atelier/domain/repair/loans/loan-events.ts';

const orNull = (text: string) => (text === '' ? null : text);

export const loanOf = ({ description, code, value, currency, due_on, condition }: LoanBody): NewLoan => ({
  description,
  code: orNull(code),
  value: value === undefined ? null : { amount: value, currency: currency ?? null },
  dueOn: due_on,
  condition: orNull(condition),
});

/** What a handover says of open loans, by piece. */
export const saidLoansOf = (loans: LoansAtPickup) =>
  new Map(
    loans.map(({ rma_item_id: id, kept_until: keptUntil = null, condition }) => [
      id,
      { keptUntil, condition: orNull(condition) },
    ]),
  );
