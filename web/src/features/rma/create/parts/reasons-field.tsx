import type { RmaReasonView } from '@atelier/domain/reference/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../../components/ui/choice.tsx';
import { Button } from '../../../../components/ui/button.tsx';
import { Skeleton } from '../../../../components/ui/states.tsx';
import { reasonsQuery, useTextIn } from '../../../piece/reasons.ts';
import type { RmaValues } from '../form-values.ts';
import { useFieldError } from './form-field.tsx';

const toggled = (list: readonly number[], id: number, isOn: boolean): number[] =>
  isOn ? [...list, id] : list.filter((one) => one !== id);

/** What is wrong: reasons, and under each ticked one its sub-reasons. Unticking a reason removes them. */
export function ReasonsField({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'common']);
  const reasons = useQuery(reasonsQuery());
  const error = useFieldError(`items.${index}.reasons`);
  const offered = (reasons.data?.data ?? []).filter((reason) => reason.IsActive);
  return (
    <fieldset
      className="choices reasons"
      aria-invalid={error === undefined ? undefined : true}
      data-testid={`items.${index}.reasons`}
    >
      <legend>
        {t('rma:create.field.reasons')}
        <span className="req" aria-hidden>
          *
        </span>
      </legend>
      {reasons.isPending && <Skeleton rows={3} height={24} />}
      {reasons.isError && <Button onClick={() => void reasons.refetch()}>{t('common:retry')}</Button>}
      <div className="reason-grid">
        {offered.map((reason) => (
          <ReasonChoice key={reason.id} index={index} reason={reason} />
        ))}
      </div>
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

function ReasonChoice({ index, reason }: { index: number; reason: RmaReasonView }) {
  const inWords = useTextIn();
  const { control, setValue } = useFormContext<RmaValues>();
  const [chosen, subs] = useWatch({
    control,
    name: [`items.${index}.reasons`, `items.${index}.sub_reasons`],
  });
  const isOn = chosen.includes(reason.id);
  const options = { shouldDirty: true, shouldValidate: true };
  const offered = reason.sub_reasons.filter((sub) => sub.IsActive);
  const choose = (on: boolean) => {
    setValue(`items.${index}.reasons`, toggled(chosen, reason.id, on), options);
    if (!on)
      setValue(
        `items.${index}.sub_reasons`,
        subs.filter((id) => !reason.sub_reasons.some((sub) => sub.id === id)),
      );
  };
  return (
    <div className="reason">
      <Checkbox
        label={inWords(reason.names)}
        checked={isOn}
        onChange={choose}
        testId={`items.${index}.reason-${reason.id}`}
      />
      {isOn && offered.length > 0 && (
        <div className="sub-reasons">
          {offered.map((sub) => (
            <Checkbox
              key={sub.id}
              label={inWords(sub.names)}
              checked={subs.includes(sub.id)}
              onChange={(on) => setValue(`items.${index}.sub_reasons`, toggled(subs, sub.id, on), options)}
              testId={`items.${index}.sub-reason-${sub.id}`}
            />
          ))}
        </div>
      )}
    </div>
  );
}
