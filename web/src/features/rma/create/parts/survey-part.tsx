import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import type { FormRules } from '../form-issues.ts';
import type { RmaValues } from '../form-values.ts';
import { asksSurvey } from '../survey.ts';
import { LazySurvey } from './lazy-sometimes.tsx';

/** Under six months: why a repair and not an exchange (product/deposit.md §4). Nothing at all for an older piece. */
export function SurveyPart({ index, rules }: { index: number; rules: () => FormRules }) {
  const { control } = useFormContext<RmaValues>();
  const date = useWatch({ control, name: `items.${index}.purchase_date` });
  if (!asksSurvey(date, rules().today)) return null;
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <LazySurvey index={index} />
    </Suspense>
  );
}
