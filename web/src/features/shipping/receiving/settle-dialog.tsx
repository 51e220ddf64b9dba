import { SETTLEMENT_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session/use-session.ts';
import { FormText } from '../../../shared/form/form-field.tsx';
import { readAmount, useAmountIssue } from '../../../shared/item/amount.ts';
import type { Receiving } from './use-receiving.ts';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';

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
  return (
    <CommandDialog
      values={{ typed: '', reference: '' }}
      title={t('settle.title', { number: item.number })}
      testId="settle"
      accept={t('settle.yes')}
      danger
      call={({ typed, reference }) => ({
        path: '/rma/settle_lost',
        body: { rma_item_id: item.id, amount: readAmount(typed, currency) ?? 0, currency, reference },
      })}
      done={t('settle.done', { number: item.number })}
      invalidates={receiving.invalidates}
      onClose={onClose}
    >
      {(at) => (
        <>
          <p>{t('settle.body')}</p>
          <FormText
            {...at('typed')}
            label={t('settle.amount', { currency })}
            required={t('settle.amountInvalid')}
            check={(typed) => issueOf(typed, t('settle.amountInvalid'))}
            inputMode="decimal"
            testId="settle-amount"
          />
          <FormText
            {...at('reference')}
            label={t('settle.reference')}
            required={t('settle.referenceRequired')}
            maxLength={SETTLEMENT_LIMITS.reference}
          />
          <p className="small muted">
            <bdi>{t('settle.approver', { name: user.name })}</bdi>
          </p>
        </>
      )}
    </CommandDialog>
  );
}
