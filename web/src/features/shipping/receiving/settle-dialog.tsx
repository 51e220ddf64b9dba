import { SETTLEMENT_LIMITS } from '@atelier/domain/shipping/contract.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { notify } from '../../../lib/notices/notify.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { readAmount } from '../../../shared/item/amount.ts';
import type { Receiving } from './use-receiving.ts';

export interface SettleDialogProps {
  item: ItemView;
  receiving: Receiving;
  onClose: () => void;
}

/** Declared lost and settled: how much, under which reference; who signs here approves it (product/shipping.md §8). */
export function SettleDialog({ item, receiving, onClose }: SettleDialogProps) {
  const { t } = useTranslation(['receiving', 'common']);
  const { user } = useSession().view;
  const currency = item.repair_fee_ccy;
  const [typed, setTyped] = useState('');
  const [reference, setReference] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = readAmount(typed, currency);
  const submit = () => {
    setTried(true);
    if (amount === null || reference.trim() === '') return;
    const body = { rma_item_id: item.id, amount, currency, reference: reference.trim() };
    receiving.settle.mutate(body, {
      onSuccess: () => {
        notify({ tone: 'good', title: t('receiving:settle.done', { number: item.number }) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('receiving:settle.title', { number: item.number })}
      size={460}
      testId="settle-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="danger" busy={receiving.settle.isPending} onClick={submit} testId="settle-accept">
            {t('receiving:settle.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('receiving:settle.body')}</p>
        <TextField
          label={t('receiving:settle.amount', { currency })}
          required
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isTried && amount === null ? t('receiving:settle.amountInvalid') : undefined}
          testId="settle-amount"
        />
        <TextField
          label={t('receiving:settle.reference')}
          required
          maxLength={SETTLEMENT_LIMITS.reference}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
          error={isTried && reference.trim() === '' ? t('receiving:settle.referenceRequired') : undefined}
          testId="settle-reference"
        />
        <p className="small muted">
          <bdi>{t('receiving:settle.approver', { name: user.name })}</bdi>
        </p>
      </div>
    </Dialog>
  );
}
