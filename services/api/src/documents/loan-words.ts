import type { PaperLoan } from '@atelier/domain/documents/paper.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import type { Wording } from './wording.ts';

/** What a loan piece is, and when it is due back or that it came back. */
export function loanWords({ description, code, value, dueOn, isBack }: PaperLoan, wording: Wording): string {
  const { texts, terms, day, money, list } = wording;
  const what = list([description || terms.field.loan, code, value === null ? '' : money(value)]);
  return isBack ? fillText(texts.loan.back, { what }) : fillText(texts.loan.due, { what, day: day(dueOn) });
}
