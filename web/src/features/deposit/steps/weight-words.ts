import { readDecimal } from '../../../lib/i18n/typed-number.ts';
import type { PieceValues } from '../form-values.ts';

/** A weight as people of a language write it; as it was typed while it cannot be read. */
export function weightWords(
  { total_weight: typed }: Pick<PieceValues, 'total_weight'>,
  format: { readonly number: (value: number) => string },
): string {
  const grams = readDecimal(typed);
  return grams === null ? typed.trim() : format.number(grams);
}
