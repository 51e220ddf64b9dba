import { ShieldCheck, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { FormRules } from '../form-issues.ts';
import { type Bought, warrantyOf } from '../parts/warranty-of.ts';

/** In or out of warranty, and until when; nothing without a date of purchase. */
export function WarrantyTag({ bought, rules }: { bought: Bought; rules: FormRules }) {
  const { t } = useTranslation('deposit');
  const format = useStaffFormat();
  const warranty = warrantyOf(bought, rules);
  if (warranty === null) return null;
  const { inWarranty, until } = warranty;
  const Icon = inWarranty ? ShieldCheck : ShieldX;
  return (
    <span className="warranty-tag small" data-in={inWarranty}>
      <Icon size={15} aria-hidden />
      {t(inWarranty ? 'warranty.in' : 'warranty.out', { until: format.date(until) })}
    </span>
  );
}
