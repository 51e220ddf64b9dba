import { Suspense } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { RmaValues } from '../form-values.ts';
import { LazyFakeReport } from './lazy-sometimes.tsx';

/** A suspected counterfeit: a picture of what gives it away, and why in words (product/deposit.md §2). */
export function FakePart({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const isFake = useWatch({ control, name: `items.${index}.is_fake` });
  return (
    <>
      <Controller
        control={control}
        name={`items.${index}.is_fake`}
        render={({ field }) => (
          <Checkbox
            label={t('deposit:field.is_fake')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.is_fake`}
          />
        )}
      />
      {isFake && (
        <Suspense fallback={<Skeleton height={240} />}>
          <LazyFakeReport index={index} />
        </Suspense>
      )}
    </>
  );
}
