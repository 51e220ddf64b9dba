import { SETTLEMENT_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { FormDialog } from '../../../shared/form/form-dialog.tsx';
import { FormText } from '../../../shared/form/form-field.tsx';
import { readAmount, useAmountIssue } from '../../../shared/item/amount.ts';
import type { Receiving } from './use-receiving.ts';

export interface SettleDialogProps {
  item: ItemView;
  receiving: Receiving;
  onClose: () => void;
}

/** Declared lost and settled: how much, under which reference; who signs here approves it (product/shipping.md §8). */
export function SettleDialog({ item, receiving, onClose }: SettleDialogProps) {
  const { t } = useTranslation('receiving');
  const { user } = useSession().view;
  const currency = item.repair_fee_ccy;
  const issueOf = useAmountIssue(currency);
  const form = useForm({ defaultValues: { typed: '', reference: '' } });
  const settle = ({ typed, reference }: { typed: string; reference: string }) => {
    const body = { rma_item_id: item.id, amount: readAmount(typed, currency) ?? 0, currency, reference };
    receiving.settle.mutate(body, {
      onSuccess: () => {
        notify({ tone: 'good', title: t('settle.done', { number: item.number }) });
        onClose();
      },
    });
  };
  return (
    <FormDialog
      form={form}
      title={t('settle.title', { number: item.number })}
      testId="settle"
      accept={t('settle.yes')}
      danger
      busy={receiving.settle.isPending}
      onSubmit={settle}
      onClose={onClose}
    >
      <p>{t('settle.body')}</p>
      <FormText
        form={form}
        name="typed"
        label={t('settle.amount', { currency })}
        required={t('settle.amountInvalid')}
        check={(typed) => issueOf(typed, t('settle.amountInvalid'))}
        inputMode="decimal"
        testId="settle-amount"
      />
      <FormText
        form={form}
        name="reference"
        label={t('settle.reference')}
        required={t('settle.referenceRequired')}
        maxLength={SETTLEMENT_LIMITS.reference}
        testId="settle-reference"
      />
      <p className="small muted">
        <bdi>{t('settle.approver', { name: user.name })}</bdi>
      </p>
    </FormDialog>
  );
}
