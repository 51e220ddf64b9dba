import { PAYMENT_MEANS, PAYMENT_REFERENCE_LENGTH } from '@atelier/domain/repair/contract.ts';
import { Banknote, CircleCheck, CreditCard, Ellipsis, Landmark, Ticket, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { writeAmount } from '../../../shared/item/amount.ts';
import { ClientSignature } from '../../../shared/sign/client-signature.tsx';
import type { ReadPart } from './payment-split.ts';
import { useSignedPickup } from './signed-pickup.ts';
import type { Counter, Till } from './use-counter.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

const ICONS = {
  card: CreditCard,
  cash: Banknote,
  voucher: Ticket,
  transfer: Landmark,
  other: Ellipsis,
} as const;

/** Money by currency, one signature, one button. */
export function PayPanel({ counter, language }: { counter: Counter; language: string }) {
  const { t } = useTranslation(['pickup', 'rma']);
  const { tills, ticked, toReturn, pickup } = counter;
  const asked = useSignedPickup(counter, language);
  return (
    <Panel title={t('pickup:payment')} className="pickup-pay" testId="pickup-pay">
      {tills.map((till) => (
        <TillPart key={till.currency} till={till} counter={counter} />
      ))}
      {tills.length === 0 && <p className="panel-body muted">{t('pickup:nothingToPay')}</p>}
      <div className="panel-body stack line-above">
        {toReturn.length > 0 && (
          <TextField
            label={t('rma:handover.notReturned')}
            required
            value={counter.notReturned}
            onChange={(event) => counter.setNotReturned(event.target.value)}
            testId="pickup-not-returned"
          />
        )}
        <ClientSignature
          label={t('pickup:signature', { count: ticked.length })}
          asked={asked}
          onChange={counter.setSignature}
        />
        {pickup.refused !== null && (
          <Banner tone="error" title={errorWords(pickup.refused.error).title} testId="pickup-refused">
            {errorWords(pickup.refused.error).detail ?? t('pickup:kept')}
          </Banner>
        )}
        <HandOverButton counter={counter} />
      </div>
    </Panel>
  );
}

function HandOverButton({ counter }: { counter: Counter }) {
  const { t } = useTranslation('pickup');
  const { isReady, ticked, pickup, submit, signature, tills } = counter;
  const why =
    ticked.length === 0
      ? t('why.none')
      : tills.some(({ isComplete }) => !isComplete)
        ? t('why.money')
        : signature === null
          ? t('why.signature')
          : t('why.words');
  return (
    <Button
      variant="primary"
      size="large"
      className="pickup-accept fills"
      iconAfter={<Shortcut of="pickup.handOver" />}
      busy={pickup.isBusy}
      disabledReason={isReady ? undefined : why}
      onClick={submit}
      testId="pickup-accept"
    >
      {t('yes', { count: ticked.length })}
    </Button>
  );
}

function TillPart({ till, counter }: { till: Till; counter: Counter }) {
  const { t } = useTranslation(['pickup', 'rma']);
  const format = useStaffFormat();
  const mayPay = usePermission('take payment');
  const { currency, total, left, parts } = till;
  return (
    <div className="pickup-till" data-testid={`till-${currency}`}>
      <div className="pickup-due flex between on-baseline">
        <span>{t('pickup:toPay')}</span>
        <bdi className="num" data-testid={`due-${currency}`}>
          {format.money(total, currency)}
        </bdi>
      </div>
      {!mayPay && <p className="panel-body small danger">{t('pickup:mayNotPay')}</p>}
      <div className="pickup-means">
        {PAYMENT_MEANS.map((means, place) => {
          const Icon = ICONS[means];
          return (
            <Button
              key={means}
              icon={<Icon size={18} aria-hidden />}
              iconAfter={<Kbd>{format.number(place + 1)}</Kbd>}
              aria-pressed={parts.at(-1)?.means === means}
              disabled={!mayPay || (left <= 0 && parts.length > 0)}
              onClick={() => counter.take(currency, means)}
              testId={`means-${means}`}
            >
              {t(`rma:payDialog.mean.${means}`)}
            </Button>
          );
        })}
      </div>
      <div className="pickup-parts">
        {parts.map((part) => (
          <PartLine key={part.id} part={part} currency={currency} counter={counter} />
        ))}
        <div className="pickup-left flex between" data-done={left === 0 || undefined}>
          <span>{t(left < 0 ? 'pickup:tooMuch' : 'pickup:left')}</span>
          <bdi className="num strong" data-testid={`left-${currency}`}>
            {format.money(Math.abs(left), currency)}
          </bdi>
        </div>
      </div>
    </div>
  );
}

interface PartLineProps {
  part: ReadPart;
  currency: string;
  counter: Counter;
}

function PartLine({ part, currency, counter }: PartLineProps) {
  const { t, i18n } = useTranslation(['pickup', 'rma', 'common']);
  const format = useStaffFormat();
  const { id, means, amount, typed, change } = part;
  const edit = (next: Parameters<Counter['edit']>[2]) => counter.edit(currency, id, next);
  return (
    <div className="pickup-part" data-testid={`part-${id}`}>
      <CircleCheck size={20} aria-hidden className={amount === null ? 'faint' : 'accent'} />
      <span>{t(`rma:payDialog.mean.${means}`)}</span>
      {means === 'cash' ? (
        <TextField
          label={t('pickup:given')}
          hideLabel
          placeholder={t('pickup:given')}
          inputMode="decimal"
          value={part.given}
          onChange={(event) => edit({ given: event.target.value })}
          onKeyDown={leaveOnEnter}
          testId={`given-${id}`}
        />
      ) : (
        <TextField
          label={t('rma:payDialog.reference')}
          hideLabel
          placeholder={t('rma:payDialog.reference')}
          maxLength={PAYMENT_REFERENCE_LENGTH}
          value={part.reference}
          onChange={(event) => edit({ reference: event.target.value })}
          onKeyDown={leaveOnEnter}
          testId={`reference-${id}`}
        />
      )}
      <TextField
        label={t('rma:payDialog.amount', { currency })}
        hideLabel
        className="pickup-amount"
        inputMode="decimal"
        autoFocus
        value={typed ?? writeAmount(amount ?? 0, currency, i18n.language)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => edit({ typed: event.target.value })}
        onKeyDown={leaveOnEnter}
        testId={`amount-${id}`}
      />
      <IconButton
        icon={<X aria-hidden />}
        label={t('pickup:drop')}
        onClick={() => counter.drop(currency, id)}
        testId={`drop-${id}`}
      />
      {change > 0 && (
        <span className="pickup-change small strong" data-testid={`change-${id}`}>
          {t('pickup:change', { amount: format.money(change, currency) })}
        </span>
      )}
    </div>
  );
}

/** Enter confirms the amount: the keys mean the next way to pay again, and the next Enter the button. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.blur();
}
