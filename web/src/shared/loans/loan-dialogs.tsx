import { LOAN_LIMITS, PART_CODE } from '@atelier/domain/repair/contract.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../decisions/reason-dialog.tsx';
import { CommandDialog } from '../form/command-dialog.tsx';
import { FormDate } from '../form/form-date.tsx';
import { FormArea, FormText } from '../form/form-field.tsx';
import { readAmount, useAmountIssue, writeAmount } from '../item/amount.ts';
import { useRefreshItem } from '../item/use-refresh-item.ts';
import { useShopDay } from './loan-day.ts';
import './loans.css';

export type LoanView = ItemFileView['loans'][number];

interface LoanDialogProps {
  item: ItemView;
  onClose: () => void;
}

interface LoanValues {
  description: string;
  code: string;
  value: string;
  due_on: string;
  condition: string;
}

/** A loan is handed out, or what was said of the one that is out is corrected (product/repair.md §21). */
export function LoanDialog({ item, loan, onClose }: LoanDialogProps & { loan: LoanView | null }) {
  const { t, i18n } = useTranslation('loan');
  const today = useShopDay();
  const currency = (loan?.currency ?? '') || item.repair_fee_ccy;
  const issueOf = useAmountIssue(currency);
  const refresh = useRefreshItem(item);
  const mode = loan === null ? 'handOut' : 'change';
  return (
    <CommandDialog<LoanValues, '/rma/loan' | '/rma/loan/change'>
      values={{
        description: loan?.description ?? '',
        code: loan?.code ?? '',
        value: loan === null || loan.value === null ? '' : writeAmount(loan.value, currency, i18n.language),
        due_on: loan?.due_on ?? '',
        condition: loan?.condition ?? '',
      }}
      title={t(`${mode}.title`, { number: item.number })}
      size={480}
      testId="loan"
      accept={t(`${mode}.yes`)}
      call={(given) => ({
        path: loan === null ? '/rma/loan' : '/rma/loan/change',
        body: { rma_item_id: item.id, ...loanBody(given, currency) },
      })}
      done={t(`${mode}.done`)}
      onDone={refresh}
      onClose={onClose}
    >
      {(at) => (
        <>
          <FormText
            {...at('description')}
            label={t('field.description')}
            required={t('error.description')}
            maxLength={LOAN_LIMITS.description}
          />
          <div className="loan-fields grid gap-12 at-start">
            <FormDate
              {...at('due_on')}
              label={t('field.due')}
              required={t('error.due')}
              check={(day) => (day !== loan?.due_on && day < today ? t('error.past') : undefined)}
              min={today}
            />
            <FormText
              {...at('value')}
              label={t('field.value', { currency })}
              check={(typed) =>
                typed.trim() === '' || readAmount(typed, currency) !== null
                  ? undefined
                  : issueOf(typed, t('error.value'))
              }
              inputMode="decimal"
            />
          </div>
          <FormText
            {...at('code')}
            label={t('field.code')}
            check={(code) => (code === '' || PART_CODE.test(code) ? undefined : t('error.code'))}
            maxLength={LOAN_LIMITS.code}
          />
          <FormArea
            {...at('condition')}
            label={t('field.condition')}
            rows={2}
            maxLength={LOAN_LIMITS.condition}
          />
        </>
      )}
    </CommandDialog>
  );
}

/** What was typed, as the calls take it; a value that is left out is none. */
export function loanBody({ description, code, value, due_on, condition }: LoanValues, currency: string) {
  const amount = readAmount(value, currency);
  return { description, code, due_on, condition, ...(amount !== null && { value: amount, currency }) };
}

/** The loan is back at the counter: with a note where it looks different. */
export function TakeBackDialog({ item, loan, onClose }: LoanDialogProps & { loan: LoanView }) {
  const { t } = useTranslation('loan');
  return (
    <CommandDialog<{ condition: string }, '/rma/loan/return'>
      values={{ condition: '' }}
      title={t('takeBack.title')}
      size={440}
      testId="loan-return"
      accept={t('takeBack.yes')}
      call={({ condition }) => ({ path: '/rma/loan/return', body: { rma_item_id: item.id, condition } })}
      done={t('takeBack.done')}
      onDone={useRefreshItem(item)}
      onClose={onClose}
    >
      {(at) => (
        <>
          <p>
            <bdi className="strong">{loan.description || t('title')}</bdi>
          </p>
          {loan.condition !== '' && (
            <p className="small muted">{t('wasSo', { condition: loan.condition })}</p>
          )}
          <FormArea
            {...at('condition')}
            label={t('field.returned')}
            rows={2}
            maxLength={LOAN_LIMITS.condition}
          />
        </>
      )}
    </CommandDialog>
  );
}

/** It was recorded by mistake: nothing was handed out. */
export function CancelLoanDialog({ item, onClose }: LoanDialogProps) {
  const { t } = useTranslation('loan');
  return (
    <ReasonDialog
      title={t('cancel.title')}
      body={<p>{t('cancel.body')}</p>}
      accept={t('cancel.yes')}
      danger
      call={(reason) => ({ path: '/rma/loan/cancel', body: { rma_item_id: item.id, reason } })}
      done={t('cancel.done')}
      onDone={useRefreshItem(item)}
      onClose={onClose}
      testId="loan-cancel"
    />
  );
}
