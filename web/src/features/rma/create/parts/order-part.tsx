import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../../components/ui/panel.tsx';
import { Select } from '../../../../components/ui/select.tsx';
import type { RmaValues } from '../form-values.ts';
import { FormText, useFieldError } from './form-field.tsx';

/** As the contract's sales channels; the words are the form's "buying platform type". */
const PLATFORMS = ['store', 'online', 'concession', 'phone'] as const;

/** The order the pieces come from; a checked invoice fills it in. */
export function OrderPart() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError('platform_type');
  return (
    <Panel title={t('deposit:section.order')} padded>
      <div className="form-grid">
        <Select
          label={t('deposit:field.platform_type')}
          required
          placeholder=""
          options={PLATFORMS.map((value) => ({ value, label: t(`deposit:platform.${value}`) }))}
          error={error}
          testId="platform_type"
          {...register('platform_type')}
        />
        <FormText name="fulfilled_date" required type="date" />
        <FormText name="original_order_id" required autoComplete="off" maxLength={60} />
        <FormText name="original_order_number" required autoComplete="off" maxLength={60} />
      </div>
    </Panel>
  );
}
