import type { RmaReasonView } from '@atelier/contracts/reference/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { reasonsQuery, useTextIn } from '../../../shared/item/reasons.ts';
import type { RmaValues } from '../form-values.ts';
import { useListedFees } from '../use-listed-fees.ts';
import { useFieldError } from './form-field.tsx';

const toggled = (list: readonly number[], id: number, isOn: boolean): number[] =>
  isOn ? [...list, id] : list.filter((one) => one !== id);

/** What is wrong: reasons, and under each ticked one its sub-reasons. Unticking a reason removes them. */
export function ReasonsField({ index, currency }: { index: number; currency: string }) {
  const { t } = useTranslation(['rma', 'common', 'deposit']);
  const reasons = useQuery(reasonsQuery());
  const fees = useListedFees(currency);
  const error = useFieldError(`items.${index}.reasons`);
  const offered = (reasons.data?.data ?? []).filter((reason) => reason.IsActive);
  return (
    <fieldset
      className="choices reasons"
      aria-invalid={error === undefined ? undefined : true}
      data-testid={`items.${index}.reasons`}
    >
      <legend>
        {t('terms:field.reasons')}
        <span className="req" aria-hidden>
          *
        </span>
      </legend>
      {reasons.isPending && <Skeleton rows={3} height={24} />}
      {reasons.isError && <Button onClick={() => void reasons.refetch()}>{t('common:retry')}</Button>}
      <div className="reason-grid grid at-start">
        {offered.map((reason) => (
          <ReasonChoice key={reason.id} index={index} reason={reason} fees={fees} currency={currency} />
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

interface ReasonChoiceProps {
  index: number;
  reason: RmaReasonView;
  fees: ReadonlyMap<number, number>;
  currency: string;
}

function ReasonChoice({ index, reason, fees, currency }: ReasonChoiceProps) {
  const format = useStaffFormat();
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
        <div className="sub-reasons stack gap-5 size-s">
          {offered.map((sub) => (
            <Checkbox
              key={sub.id}
              label={
                <>
                  {inWords(sub.names)}
                  {fees.has(sub.id) && (
                    <bdi className="num muted"> {format.money(fees.get(sub.id) ?? 0, currency)}</bdi>
                  )}
                </>
              }
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
