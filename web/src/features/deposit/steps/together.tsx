import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { readDecimal } from '../../../lib/i18n/typed-number.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { isBlankPiece } from '../prefill.ts';
import { useExpected } from './expected-of-piece.ts';
import { totalFee } from './fee-of-piece.ts';

/** The pieces with their weight and fee, as far as they are known. */
export function Together({ rules }: { rules: () => FormRules }) {
  const { t } = useTranslation(['steps', 'deposit', 'expected']);
  const format = useStaffFormat();
  const { control } = useFormContext<RmaValues>();
  const items = useWatch({ control, name: 'items' });
  const named = items.filter((piece) => !isBlankPiece(piece));
  const weight = items.reduce((sum, piece) => sum + (readDecimal(piece.total_weight) ?? 0), 0);
  const fee = totalFee(items, rules());
  const expected = useExpected(named, rules());
  const weighs =
    weight > 0 ? [t('steps:grams', { weight: format.number(Math.round(weight * 100) / 100) })] : [];
  return (
    <span className="stack gap-0 deposit-together">
      <span className="strong">{t('deposit:draft.pieces', { count: named.length })}</span>
      {expected !== null && (
        <span className="small" data-testid="together-expected">
          {t('expected:about', {
            likely: format.dayShort(expected.likely),
            latest: format.dayShort(expected.latest),
          })}
        </span>
      )}
      <span className="small muted num">
        {[...weighs, ...(fee > 0 ? [format.money(fee, rules().currency)] : [])].join(' · ')}
      </span>
    </span>
  );
}
