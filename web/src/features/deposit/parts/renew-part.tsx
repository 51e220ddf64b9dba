import type { RepairHistoryView } from '@atelier/contracts/repair-detail/file-schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { useEdited } from '../edited.ts';
import { repairsQuery } from '../queries.ts';
import { RENEW_REASONS, type RmaValues } from '../form-values.ts';
import { useTyped } from '../use-typed.ts';
import { useFieldError } from './form-field.tsx';

/** For a piece that was repaired before: why it comes again. The server knows the history and asks too. */
export function RenewPart({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control, setValue } = useFormContext<RmaValues>();
  const [isAgain, chosen] = useWatch({
    control,
    name: [`items.${index}.is_repaired_before`, `items.${index}.renew_reasons`],
  });
  const error = useFieldError(`items.${index}.renew_reasons`);
  const known = useKnownRepairs(index);
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
    <div className="renew stack gap-10">
      <Controller
        control={control}
        name={`items.${index}.is_repaired_before`}
        render={({ field }) => (
          <Checkbox
            label={t('deposit:field.repairedBefore')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.repaired-before`}
          />
        )}
      />
      {known !== null && (
        <p className="small muted" role="status" data-testid={`items.${index}.known-repairs`}>
          {t('deposit:renew.known', { count: known.total })}{' '}
          {known.repairs.map((repair) => (
            <Link
              key={repair.rma_item_id}
              to={`/readRma?id=${repair.rma_id}&item=${repair.rma_item_id}`}
              target="_blank"
              className="link"
            >
              <bdi className="num">{repair.number}</bdi>{' '}
            </Link>
          ))}
        </p>
      )}
      {(isAgain || error !== undefined) && (
        <fieldset className="choices inline" aria-invalid={error === undefined ? undefined : true}>
          <legend>{t('deposit:field.renew_reasons')}</legend>
          {RENEW_REASONS.map((reason) => (
            <Checkbox
              key={reason}
              label={t(`deposit:renew.${reason}`)}
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

/** The books know the piece by its serial number: then the question is answered for the clerk. Null without repairs. */
function useKnownRepairs(index: number): RepairHistoryView | null {
  const { control, setValue } = useFormContext<RmaValues>();
  const serial = useTyped(useWatch({ control, name: `items.${index}.serial_number` }).trim());
  const isEdit = useEdited() !== null;
  const history = useQuery({ ...repairsQuery(serial), enabled: serial !== '' && !isEdit }).data?.data;
  const total = history?.total ?? 0;
  useEffect(() => {
    if (total > 0) setValue(`items.${index}.is_repaired_before`, true, { shouldDirty: true });
  }, [total, index, setValue]);
  return history === undefined || total === 0 ? null : history;
}
