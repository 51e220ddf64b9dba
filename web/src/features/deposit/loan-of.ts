import type { PieceValues } from './form-values.ts';

const FIELDS = ['loan_description', 'loan_due', 'loan_value', 'loan_code', 'loan_condition'] as const;

/** A loan is asked for once something of it is typed: what was half filled in is not dropped without a word. */
export const hasLoan = (piece: Pick<PieceValues, (typeof FIELDS)[number]>): boolean =>
  FIELDS.some((field) => piece[field].trim() !== '');
