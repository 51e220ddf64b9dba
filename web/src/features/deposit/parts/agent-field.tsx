import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import type { RmaValues } from '../form-values.ts';

/** Whether another person brings the piece on the client's behalf. */
export function AgentField() {
  const { t } = useTranslation('deposit');
  const { control } = useFormContext<RmaValues>();
  return (
    <Controller
      control={control}
      name="is_agent"
      render={({ field }) => (
        <Checkbox
          label={t('field.is_agent')}
          checked={field.value}
          onChange={field.onChange}
          testId="is_agent"
        />
      )}
    />
  );
}
