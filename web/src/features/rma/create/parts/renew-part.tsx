import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../../components/ui/choice.tsx';
import { RENEW_REASONS } from '../form-values.ts';
import type { RmaValues } from '../form-values.ts';
import { useFieldError } from './form-field.tsx';

/** For a piece that was repaired before: why it comes again. The server knows the history and asks too. */
export function RenewPart({ index }: { index: number }) {
  const { t } = useTranslation('rma');
  const { control, setValue } = useFormContext<RmaValues>();
  const [isAgain, chosen] = useWatch({
    control,
    name: [`items.${index}.is_repaired_before`, `items.${index}.renew_reasons`],
  });
  const error = useFieldError(`items.${index}.renew_reasons`);
  const toggle = (reason: string, on: boolean) =>
    setValue(
      `items.${index}.renew_reasons`,
      on ? [...chosen, reason] : chosen.filter((one) => one !== reason),
      {
        shouldDirty: true,
        shouldValidate: true,
      },
    );
  return (
    <div className="renew">
      <Controller
        control={control}
        name={`items.${index}.is_repaired_before`}
        render={({ field }) => (
          <Checkbox
            label={t('create.field.repairedBefore')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.repaired-before`}
          />
        )}
      />
      {(isAgain || error !== undefined) && (
        <fieldset className="choices inline" aria-invalid={error === undefined ? undefined : true}>
          <legend>{t('create.field.renew_reasons')}</legend>
          {RENEW_REASONS.map((reason) => (
            <Checkbox
              key={reason}
              label={t(`create.renew.${reason}`)}
              checked={chosen.includes(reason)}
              onChange={(on) => {
                if (!isAgain) setValue(`items.${index}.is_repaired_before`, true);
                toggle(reason, on);
              }}
              testId={`items.${index}.renew-${reason}`}
            />
          ))}
        </fieldset>
      )}
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
