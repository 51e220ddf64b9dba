import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextArea, TextField } from '../../../../ui/text-field.tsx';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { readAmount, writeAmount } from '../../../../shared/item/amount.ts';
import { historyQuery } from '../../../../shared/queries/item.ts';
import { feeStory } from './fee-story.ts';
import { useDone } from './use-done.ts';

/** Another amount by hand, with its reason; says when the customer has to agree again (product/repair.md §12). */
export function OverrideFeeDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t, i18n } = useTranslation(['decisions', 'common', 'rma']);
  const format = useStaffFormat();
  const done = useDone(item, onClose);
  const currency = item.repair_fee_ccy;
  const [typed, setTyped] = useState(() =>
    item.fee_missing ? '' : writeAmount(item.repair_fee, currency, i18n.language),
  );
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = readAmount(typed, currency);
  const agreed = feeStory(useQuery(historyQuery(item.id)).data?.data ?? []).agreed ?? 0;
  const set = useCommand<{ amount: number; reason: string }>(
    (given) => ({ path: '/rma/fee/override', body: { rma_item_id: item.id, currency, ...given } }),
    { onSuccess: () => done(t('decisions:fee.done')) },
  );
  const now = item.fee_missing ? (
    <b>{t('rma:fee.missing')}</b>
  ) : (
    <b className="num">{format.money(item.repair_fee, currency)}</b>
  );
  const submit = () => {
    setTried(true);
    if (amount !== null && reason.trim() !== '') set.mutate({ amount, reason: reason.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('decisions:action.overrideFee')}
      size={460}
      testId="override-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={set.isPending} onClick={submit} testId="override-accept">
            {t('decisions:fee.yes')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          {t('decisions:fee.now')}: {now}
        </p>
        <TextField
          label={t('decisions:fee.amount', { currency })}
          required
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={amount === null ? t('decisions:fee.amountInvalid') : undefined}
          hint={amount !== null && amount > agreed ? t('decisions:fee.needsAgreement') : undefined}
          testId="override-amount"
        />
        <TextArea
          label={t('terms:field.reason')}
          required
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          onChange={(event) => setReason(event.target.value)}
          error={isTried && reason.trim() === '' ? t('decisions:reason.required') : undefined}
          testId="override-reason"
        />
      </div>
    </Dialog>
  );
}
