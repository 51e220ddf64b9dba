import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { FormText } from '../../../shared/form/form-field.tsx';
import { savChecksQuery } from '../queries.ts';

/** What was typed as a count, as the call takes it (product/shipping.md §12): a number, its decimals rounded with a warning. */
type TypedCount =
  | { readonly kind: 'number'; readonly value: number; readonly isRounded: boolean }
  | { readonly kind: 'invalid' };

const NUMBER = /^\d+(?:[.,]\d+)?$/;

/** Reads Latin and Arabic digits, a point or a comma before the decimals. */
export function readCount(typed: string): TypedCount {
  const text = typed.trim().replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
  if (!NUMBER.test(text.replace('٫', '.'))) return { kind: 'invalid' };
  const exact = Number(text.replace(/[,٫]/, '.'));
  const value = Math.round(exact);
  return { kind: 'number', value, isRounded: value !== exact };
}

interface SavFormProps {
  tracking: string;
  onTracking: (tracking: string) => void;
  /** The number is whole: its history may be read. */
  onAsk: (tracking: string) => void;
}

interface Counts {
  wrong: string;
  without: string;
}

const NONE: Counts = { wrong: '', without: '' };

/** Sends both counts; says so, and empties them for the next package. */
function useSave(number: string, form: UseFormReturn<Counts>, onAsk: SavFormProps['onAsk']) {
  const { t } = useTranslation('decisions');
  return useCommand(
    ({ wrong, without }: { wrong: number; without: number }) => ({
      path: '/savcheck',
      body: { tracking_no: number, wrong_reason: wrong, no_warranty: without },
    }),
    {
      quiet: '*',
      invalidates: [savChecksQuery(number).queryKey],
      done: t('savCheck.done'),
      onSuccess: () => {
        form.reset(NONE);
        onAsk(number);
      },
    },
  );
}

/** Tracking number required; counts must be numbers; decimals are rounded with a warning (product/shipping.md §12). */
export function SavForm({ tracking, onTracking, onAsk }: SavFormProps) {
  const { t } = useTranslation('decisions');
  const form = useForm<Counts>({ defaultValues: NONE, mode: 'onChange' });
  const number = tracking.trim();
  const most = useQuery({ ...savChecksQuery(number), enabled: false }).data?.data.items;
  const save = useSave(number, form, onAsk);
  const submit = form.handleSubmit((given) => {
    const [wrong, without] = [readCount(given.wrong), readCount(given.without)];
    if (number === '' || wrong.kind !== 'number' || without.kind !== 'number') return;
    save.mutate({ wrong: wrong.value, without: without.value });
  });
  const isUnnamed = form.formState.isSubmitted && number === '';
  return (
    <Panel title={t('savCheck.title')} padded testId="sav-form">
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('terms:field.tracking')}
          required
          value={tracking}
          maxLength={TRACKING_NUMBER.most}
          spellCheck={false}
          dir="ltr"
          onChange={(event) => onTracking(event.target.value)}
          onBlur={() => number !== '' && onAsk(number)}
          error={isUnnamed ? t('savCheck.trackingRequired') : undefined}
          testId="sav-tracking"
        />
        <div className="sav-counts columns gap-12 at-start">
          <CountField form={form} name="wrong" label={t('savCheck.wrongReason')} most={most} />
          <CountField form={form} name="without" label={t('savCheck.noWarranty')} most={most} />
        </div>
        {save.error !== null && <Failure error={save.error} />}
        <Button type="submit" variant="primary" size="large" busy={save.isPending} testId="sav-save">
          {t('savCheck.yes')}
        </Button>
      </Stack>
    </Panel>
  );
}

/** The two fixed numbers (product/shipping.md §12) have their own sentences; every other failure says that nothing was updated. */
function Failure({ error }: { error: ApiError }) {
  const { t } = useTranslation('decisions');
  return (
    <Banner tone="error" title={t('savCheck.failed')} testId="sav-error">
      {errorWords(error).title}
    </Banner>
  );
}

interface CountFieldProps {
  form: UseFormReturn<Counts>;
  name: keyof Counts;
  label: string;
  /** Pieces in the package, once they are known. */
  most: number | undefined;
}

function CountField({ form, name, label, most }: CountFieldProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const count = readCount(form.watch(name));
  const check = (typed: string) => {
    const read = readCount(typed);
    if (read.kind === 'invalid') return t('savCheck.number');
    return most !== undefined && read.value > most
      ? t('savCheck.tooMany', { most: format.number(most) })
      : undefined;
  };
  return (
    <FormText
      form={form}
      name={name}
      label={label}
      required={t('savCheck.number')}
      check={check}
      inputMode="decimal"
      hint={
        count.kind === 'number' &&
        count.isRounded && (
          <span className="sav-rounded" role="status" data-testid={`sav-${name}-rounded`}>
            {t('savCheck.rounded', { value: format.number(count.value) })}
          </span>
        )
      }
      testId={`sav-${name}`}
    />
  );
}
