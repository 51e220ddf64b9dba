import type { DeclaredPrice, ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@atelier/ui/controls/button.tsx';
import { FormText } from '../../shared/form/form-field.tsx';
import { readAmount, useAmountIssue, writeAmount } from '../../shared/item/amount.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { SHIPPING } from './queries.ts';

interface PriceFormProps {
  number: string;
  price: DeclaredPrice;
  shipment: ShipmentView;
  onClose: () => void;
}

/** The declared value of one piece, typed in its currency. */
export function PriceForm({ number, price, shipment, onClose }: PriceFormProps) {
  const { t, i18n } = useTranslation('sending');
  const { currency } = price;
  const form = useForm({
    defaultValues: {
      typed: price.amount === null ? '' : writeAmount(price.amount, currency, i18n.language),
    },
  });
  const { tracking_no, version } = shipment;
  const save = useCommand(
    (amount: number) => ({
      path: '/package/price',
      body: { tracking_no, rma_item_id: price.item_id, amount, currency },
      ifMatch: version,
    }),
    { done: t('price.saved', { number }), refreshes: SHIPPING, onSuccess: () => onClose() },
  );
  const issueOf = useAmountIssue(currency);
  const invalid = (typed: string) => issueOf(typed, t('price.invalid'));
  const send = form.handleSubmit(({ typed }) => {
    const amount = readAmount(typed, currency);
    if (amount !== null) save.mutate(amount);
  });
  const submit = () => void send();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') onClose();
  };
  return (
    <span className="row push price-form at-start gap-4">
      <FormText
        form={form}
        name="typed"
        check={invalid}
        label={t('price.label', { currency })}
        hideLabel
        placeholder={currency}
        inputMode="decimal"
        autoFocus
        dir="ltr"
        maxLength={20}
        onKeyDown={onKey}
        testId={`price-input-${number}`}
      />
      <IconButton
        icon={<Check size={16} aria-hidden />}
        label={t('price.save')}
        busy={save.isPending}
        onClick={submit}
        testId={`price-save-${number}`}
      />
    </span>
  );
}
