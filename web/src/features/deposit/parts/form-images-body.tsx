import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ImageField } from '../../../shared/images/image-field.tsx';
import type { RmaValues } from '../form-values.ts';
import { useFieldError } from './form-field.tsx';
import type { FormImagesProps } from './form-images-props.ts';

/** Pictures of the form with their label and their message: what is kept are the ids the upload answered. */
export function FormImagesBody({ name, max, hint, required = true }: FormImagesProps) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const error = useFieldError(name);
  const own = name.split('.').at(-1) ?? name;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <ImageField
          label={t(`deposit:field.${own}`)}
          value={field.value}
          onChange={(ids) => field.onChange([...ids])}
          max={max}
          required={required}
          error={error}
          {...(hint !== undefined && { hint })}
          testId={name}
        />
      )}
    />
  );
}
