import { Button } from '@atelier/ui/controls/button.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../../shared/language/use-from-to.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { readAmount, useAmountIssue } from '../../../shared/item/amount.ts';
import { reasonsQuery, useTextIn } from '../../../shared/item/reasons.ts';
import type { AnsweredProps } from './what-if-props.ts';
import { feesQuery } from './what-if-query.ts';
import { feesParam, withFee } from './what-if-state.ts';

type FeesProps = Pick<AnsweredProps, 'state' | 'change'>;

/** Listed fees that are changed one by one, and the form that adds one. */
export function FeesField({ state, change }: FeesProps) {
  const { t } = useTranslation('what-if');
  const { money, country: nameOf } = useStaffFormat();
  const fromTo = useFromTo();
  const { listed, works } = useListed();
  const name = (id: number) => works.find(({ value }) => value === id)?.label ?? String(id);
  return (
    <div className="what-if-fees stack gap-8">
      {state.fees.map((fee) => {
        const own = listed.find((each) => isOf(each, fee.subReasonId, fee.country));
        const label = `${name(fee.subReasonId)}, ${nameOf(fee.country)}`;
        return (
          <p
            key={`${fee.subReasonId} ${fee.country}`}
            className="what-if-fee flex middle gap-8"
            data-testid="changed-fee"
          >
            <span>
              <bdi>{label}</bdi>
              <br />
              <span className="num">
                {fromTo([
                  own === undefined ? '–' : money(own.fee, own.currency),
                  money(fee.amount, own?.currency ?? ''),
                ])}
              </span>
            </span>
            <Button
              variant="bare"
              icon={<X size={15} aria-hidden />}
              label={t('rules.removeFee', { fee: label })}
              onClick={() => change({ fees: feesParam(state.fees.filter((each) => each !== fee)) })}
            />
          </p>
        );
      })}
      <NewFee onAdd={(fee) => change({ fees: feesParam(withFee(state.fees, fee)) })} />
    </div>
  );
}

type Listed = ReturnType<typeof useListed>['listed'][number];
const isOf = (fee: Listed, subReasonId: number, country: string): boolean =>
  fee.rma_sub_reason_id === subReasonId && fee.country === country;

/** Every listed fee, and what it is asked for: "Stone lost: centre stone". */
function useListed() {
  const inWords = useTextIn();
  const listed = useQuery(feesQuery()).data?.data ?? [];
  const reasons = useQuery(reasonsQuery()).data?.data ?? [];
  const ids = new Set(listed.map(({ rma_sub_reason_id: id }) => id));
  const works = reasons.flatMap((reason) =>
    reason.sub_reasons
      .filter(({ id }) => ids.has(id))
      .map(({ id, names }) => ({ value: id, label: `${inWords(reason.names)}: ${inWords(names)}` })),
  );
  return { listed, works };
}

interface NewFeeProps {
  readonly onAdd: (fee: { subReasonId: number; country: string; amount: number }) => void;
}

const BLANK = { work: '', country: '', typed: '', isTried: false };

function NewFee({ onAdd }: NewFeeProps) {
  const { t } = useTranslation('what-if');
  const { money, country: nameOf } = useStaffFormat();
  const { listed, works } = useListed();
  const [{ work, country, typed, isTried }, set] = useState(BLANK);
  const ofWork = listed.filter(({ rma_sub_reason_id: id }) => String(id) === work);
  const own = ofWork.find((each) => each.country === country);
  const issueOf = useAmountIssue(own?.currency ?? '');
  const add = () => {
    const amount = own === undefined ? null : readAmount(typed, own.currency);
    if (amount === null) return set({ work, country, typed, isTried: true });
    onAdd({ subReasonId: Number(work), country, amount });
    set(BLANK);
  };
  const missing = (text: string, isMissing: boolean) => isTried && isMissing && { error: text };
  return (
    <div className="what-if-new-fee">
      <Select
        label={t('rules.work')}
        value={work}
        options={[{ value: '', label: t('rules.chooseWork') }, ...works]}
        onChange={(event) => set({ ...BLANK, work: event.target.value })}
        {...missing(t('rules.chooseWork'), work === '')}
        testId="fee-work"
      />
      <Select
        label={t('rules.country')}
        value={country}
        options={[
          { value: '', label: t('rules.chooseCountry') },
          ...ofWork.map((each) => ({ value: each.country, label: nameOf(each.country) })),
        ]}
        disabled={work === ''}
        onChange={(event) => set({ ...BLANK, work, country: event.target.value })}
        {...missing(t('rules.chooseCountry'), work !== '' && country === '')}
        testId="fee-country"
      />
      <TextField
        label={t('rules.amount')}
        value={typed}
        hint={own && t('rules.inForce', { value: money(own.fee, own.currency) })}
        inputMode="decimal"
        disabled={own === undefined}
        onChange={(event) => set({ work, country, typed: event.target.value, isTried })}
        {...(isTried && own !== undefined && { error: issueOf(typed, t('rules.noAmount')) })}
        onKeyDown={(event) => event.key === 'Enter' && add()}
        testId="fee-amount"
      />
      <Button variant="quiet" onClick={add} testId="fee-add">
        {t('rules.addFee')}
      </Button>
    </div>
  );
}
