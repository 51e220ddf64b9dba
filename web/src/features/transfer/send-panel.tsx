import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import { TEXT_LENGTH, TRACKING_NUMBER } from '@atelier/domain/contract/limits.ts';
import type { BlockingView } from '@atelier/contracts/shipping/schema.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { FormSelect, FormText } from '../../shared/form/form-field.tsx';
import type { Signature } from '../../shared/item/signature-ink.ts';
import type { Unresolved } from '../../shared/scan/unresolved.ts';
import { useUnresolvedWords } from '../../shared/scan/use-packing-words.ts';
import { SendPanel } from '../../shared/send-panel/send-panel.tsx';
import { SentTransfer, type SentPackage } from './sent-transfer.tsx';
import { sendBody, whyNotSend, type Sending } from './sending.ts';
import { carriersQuery } from '../../shared/queries/carriers.ts';

export interface SendDraft extends Sending {
  readonly signature: Signature | null;
}

export interface TransferSendPanelProps {
  factory: number | null;
  factoryName: string;
  /** What lies in the basket for this factory. */
  rows: readonly TransferRow[];
  /** Pieces in the basket for other factories: they stay. */
  others: number;
  unresolved: Unresolved;
  form: UseFormReturn<SendDraft>;
  onSent: () => void;
}

/** Tracking number, seal, signature and the one button. */
export function TransferSendPanel(props: TransferSendPanelProps) {
  const { factory, factoryName, rows, others, unresolved, form, onSent } = props;
  const { t } = useTranslation('transfer');
  const { signature, ...sending } = form.watch();
  // A new pad for the next package.
  const [round, setRound] = useState(0);
  const [sent, setSent] = useState<SentPackage | null>(null);
  const tracking = sending.tracking.trim();
  const send = useCommand(
    () => ({ path: '/sav/update_tracking_number', body: sendBody(sending, factory ?? 0, signature) }),
    {
      quiet: '*',
      onSuccess: () => {
        setSent({ tracking, factory: factoryName, count: rows.length });
        form.reset();
        setRound((before) => before + 1);
        onSent();
      },
    },
  );
  const why = whyNotSend({ sending, rows, factory, hasSignature: signature !== null });
  const scansWhy = useUnresolvedWords(unresolved);
  if (sent !== null) return <SentTransfer sent={sent} onNext={() => setSent(null)} onChanged={onSent} />;
  return (
    <SendPanel
      title={t('send.title')}
      testId="send-panel"
      pad={{ key: round, label: t('send.sign'), onChange: (ink) => form.setValue('signature', ink) }}
      error={send.isError && <Refused error={send.error} />}
      button={{
        label:
          rows.length === 0 ? t('send.send') : t('send.sendTo', { count: rows.length, factory: factoryName }),
        busy: send.isPending,
        disabledReason: scansWhy ?? (why === null ? undefined : t(`why.${why}`)),
        testId: 'send-transfer',
      }}
      confirm={{
        title: t('send.confirmTitle'),
        label: t('send.send'),
        body: t('send.confirmBody', { count: rows.length, tracking }),
      }}
      onSend={() =>
        send.mutateAsync().then(
          () => true,
          () => true,
        )
      }
    >
      <p className="row strong">
        {t('send.count', { count: rows.length })}
        {others > 0 && <span className="small muted">{t('send.others', { count: others })}</span>}
      </p>
      <SendFields form={form} />
    </SendPanel>
  );
}

function SendFields({ form }: { form: UseFormReturn<SendDraft> }) {
  const { t } = useTranslation('transfer');
  const carriers = useQuery(carriersQuery()).data?.data ?? [];
  const text = { form, autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <FormText
        {...text}
        name="tracking"
        label={t('terms:field.tracking')}
        required
        dir="ltr"
        maxLength={TRACKING_NUMBER.most}
        testId="tracking-input"
      />
      <details className="transfer-seal">
        <summary>{t('send.outside')}</summary>
        <div className="stack">
          <FormSelect
            form={form}
            name="carrier"
            label={t('terms:field.carrier')}
            placeholder=""
            options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
            testId="carrier"
          />
          <FormText
            {...text}
            name="seal"
            label={t('send.seal')}
            maxLength={PARCEL_LIMITS.sealNumber}
            testId="seal-number"
          />
          <FormText
            {...text}
            name="weight"
            label={t('send.weight')}
            inputMode="decimal"
            maxLength={10}
            testId="gross-weight"
          />
        </div>
      </details>
      <FormText
        {...text}
        name="signer"
        label={t('send.signer')}
        maxLength={TEXT_LENGTH.signer}
        testId="signer"
      />
    </>
  );
}

/** Why the server kept the package, piece by piece. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation('refusals');
  return (
    <Banner tone="error" title={errorWords(error).title} testId="send-error">
      <ul className="stack gap-4 size-s">
        {blockingOf(error).map(({ code, item_id, number }) => (
          <li key={`${code}${item_id ?? ''}`} data-code={code}>
            <TriangleAlert size={14} aria-hidden />{' '}
            {number !== null && <bdi className="strong">{number}: </bdi>}
            {t(code, code)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function blockingOf({ data }: ApiError): readonly BlockingView[] {
  const listed = (data as { blocking?: readonly BlockingView[] } | null)?.blocking;
  return Array.isArray(listed) ? listed : [];
}
