import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { FormReason, FormText } from '../../../shared/form/form-field.tsx';
import { readAmount, useAmountIssue, writeAmount } from '../../../shared/item/amount.ts';
import { historyQuery } from '../../../shared/queries/item.ts';
import { feeStory } from './fee-story.ts';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';

interface Fee {
  typed: string;
  reason: string;
}

/** Another amount by hand, with its reason; says when the customer has to agree again (product/repair.md §12). */
export function OverrideFeeDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation(['decisions', 'rma']);
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
  const currency = item.repair_fee_ccy;
  const typed = item.fee_missing ? '' : writeAmount(item.repair_fee, currency, i18n.language);
  const form = useForm<Fee>({ defaultValues: { typed, reason: '' }, mode: 'onChange' });
  const issueOf = useAmountIssue(currency);
  const amount = readAmount(form.watch('typed'), currency);
  const agreed = feeStory(useQuery(historyQuery(item.id)).data?.data ?? []).agreed ?? 0;
  return (
    <CommandDialog
      form={form}
      title={t('decisions:action.overrideFee')}
      testId="override"
      accept={t('decisions:fee.yes')}
      call={({ reason }) =>
        amount === null
          ? null
          : { path: '/rma/fee/override', body: { rma_item_id: item.id, currency, amount, reason } }
      }
      done={t('decisions:fee.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <p>
        {t('decisions:fee.now')}:{' '}
        {item.fee_missing ? (
          <b>{t('rma:fee.missing')}</b>
        ) : (
          <b className="num">{format.money(item.repair_fee, currency)}</b>
        )}
      </p>
      <FormText
        form={form}
        name="typed"
        label={t('decisions:fee.amount', { currency })}
        required={t('decisions:fee.amountInvalid')}
        check={(text) => issueOf(text, t('decisions:fee.amountInvalid'))}
        inputMode="decimal"
        hint={amount !== null && amount > agreed ? t('decisions:fee.needsAgreement') : undefined}
        testId="override-amount"
      />
      <FormReason form={form} name="reason" testId="override-reason" />
    </CommandDialog>
  );
}
