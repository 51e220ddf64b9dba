import { isDay } from '@atelier/domain/calendar.ts';
import { DEFAULT_POLICY } from '@atelier/domain/policy.ts';
import { evaluateWarranty, exchangeOffer } from '@atelier/domain/repair/warranty.ts';
import { ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import type { FormRules } from '../form-schema.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';

/** The warranty of a piece by the domain's own rule, as it would be frozen today; null without a date. */
export function warrantyOf(
  piece: Pick<PieceValues, 'purchase_date' | 'extended_warranty'>,
  { today }: FormRules,
) {
  if (!isDay(piece.purchase_date)) return null;
  const extendedMonths = piece.extended_warranty ? DEFAULT_POLICY.extendedWarrantyMonths : 0;
  return evaluateWarranty(
    { purchaseDate: piece.purchase_date, depositDay: today, extendedMonths, override: null },
    DEFAULT_POLICY,
  );
}

/** In or out of warranty, as one types; and the tip of the extended exchange under 12 months. */
export function WarrantyNote({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const { control } = useFormContext<RmaValues>();
  const [date, isExtended] = useWatch({
    control,
    name: [`items.${index}.purchase_date`, `items.${index}.extended_warranty`],
  });
  const warranty = warrantyOf({ purchase_date: date, extended_warranty: isExtended }, rules());
  if (warranty === null) {
    return (
      <p className="warranty-note muted" data-testid={`items.${index}.warranty`}>
        <ShieldQuestionMark size={18} aria-hidden /> {t('create.warranty.unknown')}
      </p>
    );
  }
  const until = format.date(warranty.until);
  const { tip } = exchangeOffer(date, rules().today, DEFAULT_POLICY);
  const Icon = warranty.inWarranty ? ShieldCheck : ShieldX;
  return (
    <div
      className="warranty-note"
      role="status"
      data-testid={`items.${index}.warranty`}
      data-in={warranty.inWarranty}
    >
      <Icon size={18} aria-hidden className={warranty.inWarranty ? 'tone-good' : 'tone-warn'} />
      <span>
        <span className="strong">
          {t(warranty.inWarranty ? 'create.warranty.in' : 'create.warranty.out', { until })}
        </span>
        {tip && (
          <span className="small muted" data-testid={`items.${index}.tip`}>
            {t('create.tip')}
          </span>
        )}
      </span>
    </div>
  );
}
