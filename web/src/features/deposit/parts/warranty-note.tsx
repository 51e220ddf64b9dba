import { addYears } from '@atelier/domain/calendar.ts';
import { exchangeOffer } from '@atelier/domain/repair/fees/warranty.ts';
import { ArrowLeftRight, ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { currentRules } from '../../../shared/rules/rules.ts';
import { type Bought, warrantyOf } from './warranty-of.ts';

/** In or out of warranty and why, as one types; and the tip of the extended exchange under 12 months. */
export function WarrantyNote({ index, rules }: { index: number; rules: () => FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const [date, isExtended, override] = useWatch({
    control,
    name: [
      `items.${index}.purchase_date`,
      `items.${index}.extended_warranty`,
      `items.${index}.warranty_override`,
    ],
  });
  const bought = { purchase_date: date, extended_warranty: isExtended, warranty_override: override };
  const warranty = warrantyOf(bought, rules());
  if (warranty === null) {
    return (
      <p className="warranty-note grid at-start muted" data-testid={`items.${index}.warranty`}>
        <ShieldQuestionMark size={18} aria-hidden /> {t('deposit:warranty.unknown')}
      </p>
    );
  }
  const Icon = warranty.inWarranty ? ShieldCheck : ShieldX;
  return (
    <div
      className="warranty-note grid at-start"
      role="status"
      data-testid={`items.${index}.warranty`}
      data-in={warranty.inWarranty}
    >
      <Icon size={18} aria-hidden className={warranty.inWarranty ? 'tone-good' : 'tone-warn'} />
      <WarrantyWords bought={bought} inWarranty={warranty.inWarranty} until={warranty.until} />
      <ExchangeTip index={index} date={date} rules={rules} />
    </div>
  );
}

interface WarrantyWordsProps {
  bought: Bought;
  inWarranty: boolean;
  until: string;
}

function WarrantyWords({ bought, inWarranty, until }: WarrantyWordsProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const format = useStaffFormat();
  const months = currentRules().extendedWarrantyMonths;
  const ends = format.date(addYears(bought.purchase_date, currentRules().warrantyYears));
  const isByHand = bought.warranty_override !== '';
  const why = isByHand
    ? t('deposit:warranty.byHand')
    : t(bought.extended_warranty ? 'deposit:warranty.whyExtended' : 'deposit:warranty.why', {
        ends,
        count: months,
      });
  const verdict = isByHand
    ? t(inWarranty ? 'terms:warranty.in' : 'terms:warranty.out')
    : t(inWarranty ? 'deposit:warranty.in' : 'deposit:warranty.out', { until: format.date(until) });
  return (
    <span>
      <span className="strong">{verdict}</span>
      <span className="small muted">{why}</span>
    </span>
  );
}

function ExchangeTip({ index, date, rules }: { index: number; date: string; rules: () => FormRules }) {
  const { t } = useTranslation(['rma', 'deposit']);
  if (!exchangeOffer(date, rules().today, currentRules()).tip) return null;
  return (
    <span className="tip small" data-testid={`items.${index}.tip`}>
      <ArrowLeftRight size={15} aria-hidden /> {t('deposit:tip')}
    </span>
  );
}
