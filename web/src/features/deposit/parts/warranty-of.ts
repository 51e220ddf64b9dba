import { isDay } from '@atelier/domain/calendar.ts';
import { evaluateWarranty } from '@atelier/domain/repair/fees/warranty.ts';
import { currentRules } from '../../../shared/rules/rules.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues } from '../form-values.ts';

/** What decides the warranty of a piece. */
export type Bought = Pick<PieceValues, 'purchase_date' | 'extended_warranty' | 'warranty_override'>;

/** The warranty of a piece by the domain's own rule, as it would be frozen today; null without a date that can be. */
export function warrantyOf(piece: Bought, { today }: Pick<FormRules, 'today'>) {
  if (!isDay(piece.purchase_date) || piece.purchase_date > today) return null;
  const extendedMonths = piece.extended_warranty ? currentRules().extendedWarrantyMonths : 0;
  const override =
    piece.warranty_override === '' ? null : { inWarranty: piece.warranty_override === 'in', reason: '' };
  return evaluateWarranty(
    { purchaseDate: piece.purchase_date, depositDay: today, extendedMonths, override },
    currentRules(),
  );
}
