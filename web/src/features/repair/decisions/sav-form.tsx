import { TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { SavCheckResult } from '@atelier/domain/shipping/sav-check-schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Banner } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { notify } from '../../../lib/notices/notify.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { readCount } from './count-field.ts';
import type { TypedCount } from './count-field.ts';
import { savChecksQuery } from './sav-queries.ts';

interface SavFormProps {
  tracking: string;
  onTracking: (tracking: string) => void;
  /** The number is whole: its history may be read. */
  onAsk: (tracking: string) => void;
}

interface Counts {
  wrong: number;
  without: number;
}

/** Tracking number required; counts must be numbers; decimals are rounded with a warning (product/shipping.md §12). */
export function SavForm({ tracking, onTracking, onAsk }: SavFormProps) {
  const { t } = useTranslation('decisions');
  const client = useQueryClient();
  const [wrong, setWrong] = useState('');
  const [without, setWithout] = useState('');
  const [isTried, setTried] = useState(false);
  const number = tracking.trim();
  const most = useQuery({ ...savChecksQuery(number), enabled: false }).data?.data.items;
  const [first, second] = [readCount(wrong), readCount(without)];
  const save = useCommand<Counts, SavCheckResult>(
    (counts) => ({
      path: '/savcheck',
      body: { tracking_no: number, wrong_reason: counts.wrong, no_warranty: counts.without },
    }),
    {
      quiet: '*',
      onSuccess: () => {
        notify({ tone: 'good', title: t('savCheck.done') });
        setWrong('');
        setWithout('');
        setTried(false);
        void client.invalidateQueries(savChecksQuery(number));
        onAsk(number);
      },
    },
  );
  const submit = () => {
    setTried(true);
    if (number === '' || first.kind !== 'number' || second.kind !== 'number') return;
    if (most !== undefined && Math.max(first.value, second.value) > most) return;
    save.mutate({ wrong: first.value, without: second.value });
  };
  return (
    <Panel title={t('savCheck.title')} padded testId="sav-form">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('terms:field.tracking')}
          required
          value={tracking}
          maxLength={TRACKING_NUMBER.most}
          spellCheck={false}
          dir="ltr"
          onChange={(event) => onTracking(event.target.value)}
          onBlur={() => number !== '' && onAsk(number)}
          error={isTried && number === '' ? t('savCheck.trackingRequired') : undefined}
          testId="sav-tracking"
        />
        <div className="sav-counts">
          <CountField
            label={t('savCheck.wrongReason')}
            typed={wrong}
            count={first}
            most={most}
            isTried={isTried}
            onChange={setWrong}
            testId="sav-wrong"
          />
          <CountField
            label={t('savCheck.noWarranty')}
            typed={without}
            count={second}
            most={most}
            isTried={isTried}
            onChange={setWithout}
            testId="sav-without"
          />
        </div>
        {save.error !== null && <Failure error={save.error} />}
        <Button type="submit" variant="primary" size="large" busy={save.isPending} testId="sav-save">
          {t('savCheck.yes')}
        </Button>
      </form>
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
  label: string;
  typed: string;
  count: TypedCount;
  most: number | undefined;
  isTried: boolean;
  onChange: (typed: string) => void;
  testId: string;
}

function CountField({ label, typed, count, most, isTried, onChange, testId }: CountFieldProps) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const isWrong = count.kind === 'invalid' && (isTried || typed.trim() !== '');
  const isTooMany = count.kind === 'number' && most !== undefined && count.value > most;
  const tooMany = isTooMany ? t('savCheck.tooMany', { most: format.number(most) }) : undefined;
  const isRounded = count.kind === 'number' && count.isRounded;
  return (
    <TextField
      label={label}
      required
      inputMode="decimal"
      value={typed}
      onChange={(event) => onChange(event.target.value)}
      error={isWrong ? t('savCheck.number') : tooMany}
      hint={
        isRounded && (
          <span className="sav-rounded" role="status" data-testid={`${testId}-rounded`}>
            {t('savCheck.rounded', { value: format.number(count.value) })}
          </span>
        )
      }
      testId={testId}
    />
  );
}
