import { readDecimal } from '../../../lib/i18n/typed-number.ts';
import type { AskedList } from '../../../shared/sign/use-phone-signature.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { feeOfPiece, totalFee } from './fee-of-piece.ts';

/** What a client signs for when they leave their pieces: nothing in it names them. */
export function signedDeposit({ items, language }: RmaValues, rules: FormRules): AskedList {
  const { currency } = rules;
  const pieces = items.map((piece) => ({
    number: '',
    product_name: piece.product_name,
    marks: piece.marks.map(({ text }) => text),
    weight: readDecimal(piece.total_weight),
    fee: feeOfPiece(piece, rules),
    currency,
  }));
  return { kind: 'deposit', language, pieces, totals: [{ amount: totalFee(items, rules), currency }] };
}
