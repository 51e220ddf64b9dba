import { DEPOSIT_LENGTH } from '@atelier/domain/deposit/contract.ts';
import { SALES_CHANNELS } from '@atelier/domain/reference/contract.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import type { RmaValues } from '../form-values.ts';
import { FormText, useFieldError, FormDate } from './form-field.tsx';

/** The order the pieces come from; a checked invoice fills it in. */
export function OrderPart() {
  const { t } = useTranslation(['rma', 'deposit']);
  const { register } = useFormContext<RmaValues>();
  const error = useFieldError('platform_type');
  return (
    <Panel title={t('deposit:section.order')} padded>
      <div className="form-grid grid at-start">
        <Select
          label={t('deposit:field.platform_type')}
          required
          placeholder=""
          options={SALES_CHANNELS.map((value) => ({ value, label: t(`deposit:platform.${value}`) }))}
          error={error}
          testId="platform_type"
          {...register('platform_type')}
        />
        <FormDate name="fulfilled_date" required />
        <FormText name="original_order_id" required maxLength={DEPOSIT_LENGTH.orderId} />
        <FormText name="original_order_number" required maxLength={DEPOSIT_LENGTH.orderId} />
      </div>
    </Panel>
  );
}
