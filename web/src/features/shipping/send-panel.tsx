import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { PackageView } from '@atelier/contracts/shipping/schema.ts';
import { CircleCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import type { Unresolved } from '../../shared/scan/unresolved.ts';
import { useUnresolvedWords } from '../../shared/scan/use-packing-words.ts';
import { SendPanel } from '../../shared/send-panel/send-panel.tsx';
import { PackageMenu, SealSection, SignatureHistory } from './lazy-parts.tsx';
import { CarrierField } from './carrier-field.tsx';
import { CheckList } from './check-list.tsx';
import { totalOf } from './package-total.ts';
import type { PackingKind } from './queries.ts';
import { grossWeightOf, NO_DRAFT, type SendDraft } from './seal-draft.ts';
import { useIsSigning } from './use-packing-params.ts';
import { useRoute } from './use-route.ts';
import { useSend } from './use-send.ts';
import { whyNotSend, type WhyNot } from './why-not-send.ts';

export interface PackageSendPanelProps {
  kind: PackingKind;
  tracking: string;
  view: PackageView | null;
  /** Scanned into the box and not on its list. */
  unresolved: Unresolved;
  isChecking: boolean;
  onSent: () => void;
  /** A concurrent change: the page reads it again. */
  onStale: () => void;
  onRenumbered: (tracking: string) => void;
}

/** Check, value, signature and the one button, beside the list and always in sight. */
export function PackageSendPanel(props: PackageSendPanelProps) {
  const { kind, tracking, view, unresolved, isChecking, onSent, onStale, onRenumbered } = props;
  const { t } = useTranslation(['shipping', 'sending']);
  const format = useStaffFormat();
  const shipment = view?.shipment ?? null;
  const form = useForm<SendDraft>({ defaultValues: NO_DRAFT, mode: 'onChange' });
  const draft = form.watch();
  const { signature } = draft;
  const route = useRoute(shipment);
  const send = useSend({ kind, tracking, version: shipment?.version, onSent, onStale });
  const weight = grossWeightOf(draft.weight);
  const isSigned = shipment?.signed === true;
  const why = useWhyWords(whyNotSend({ tracking, view, isChecking, hasSignature: signature !== null }));
  const isSigning = useIsSigning();
  const scansWhy = useUnresolvedWords(unresolved);
  const declared = totalOf(view?.prices ?? []);
  const total = declared === null ? '–' : format.money(declared.amount, declared.currency);
  const count = view?.items.length ?? 0;
  const chooseCarrier = (code: string) => {
    form.setValue('carrier', code);
    if (shipment !== null) route.mutate({ carrier: code });
  };
  const chosen = shipment === null ? draft.carrier : shipment.carrier;
  const values = {
    carrier: chosen,
    sealNumber: draft.number.trim(),
    grossWeight: typeof weight === 'number' ? weight : null,
  };
  return (
    <SendPanel
      className="send-panel"
      title={t('shipping:prepare.sign')}
      action={shipment !== null && <PackageMenu shipment={shipment} onRenumbered={onRenumbered} />}
      testId="send-panel"
      pad={{
        key: tracking,
        label: isSigned ? t('shipping:sign.again') : t('shipping:sign.title'),
        onChange: (ink) => form.setValue('signature', ink),
      }}
      error={send.error !== null && <SendError error={send.error} />}
      button={{
        label: t('shipping:send.send'),
        busy: send.isBusy,
        disabledReason: weight === 'invalid' ? t('shipping:seal.weightInvalid') : (scansWhy ?? why),
        testId: 'send-package',
      }}
      confirm={{
        title: t('shipping:send.confirmTitle'),
        label: t('shipping:send.send'),
        body: t('shipping:send.confirmBody', { count, tracking, total }),
      }}
      onSend={() => send.run({ signature, signer: draft.signer.trim(), seal: values })}
    >
      <CheckList view={view} unresolved={unresolved} hasSignature={signature !== null} />
      <div className="send-total flex on-baseline between">
        <span className="muted">{t('terms:field.value')}</span>
        <bdi className="num" data-testid="package-total">
          {total}
        </bdi>
      </div>
      <CarrierField value={chosen} onChange={chooseCarrier} />
      <SealSection shipment={shipment} form={form} isStopped={scansWhy !== undefined} />
      <FormText
        form={form}
        name="signer"
        label={t('shipping:sign.who')}
        autoFocus={isSigning}
        maxLength={TEXT_LENGTH.signer}
        testId="signer"
      />
      {isSigned && signature === null ? <SignedAlready /> : null}
      {isSigned && shipment !== null && <SignatureHistory tracking={tracking} version={shipment.version} />}
    </SendPanel>
  );
}

function SendError({ error }: { error: NonNullable<ReturnType<typeof useSend>['error']> }) {
  const { t } = useTranslation('shipping');
  return (
    <Banner tone="error" title={errorWords(error).title} testId="send-error">
      {errorWords(error).detail ?? t('send.failed')}
    </Banner>
  );
}

function SignedAlready() {
  const { t } = useTranslation('shipping');
  return (
    <p className="row tone-good" data-testid="signed">
      <CircleCheck size={18} aria-hidden /> {t('sign.saved')}
    </p>
  );
}

function useWhyWords(why: WhyNot): string | undefined {
  const { t } = useTranslation(['shipping', 'refusals']);
  if (why === null) return undefined;
  if (why.kind === 'text') return t(`shipping:${why.key}`);
  const words = t(`refusals:${why.code}`, why.code);
  const reason = why.number === null ? words : `${why.number}: ${words}`;
  if (why.more === 0) return reason;
  // The sentence goes on: its full stop does not.
  return t('shipping:why.more', { reason: reason.replace(/[.。]$/u, ''), count: why.more });
}
