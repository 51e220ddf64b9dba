import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { PackageView } from '@atelier/domain/shipping/schema.ts';
import { CircleCheck, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Banner } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';
import { SignaturePad } from '../../shared/item/signature-pad.tsx';
import { CarrierField } from './carrier-field.tsx';
import { CheckList } from './check-list.tsx';
import { PackageMenu } from './package-menu.tsx';
import { totalOf } from './package-total.ts';
import type { PackingKind } from './package-queries.ts';
import { grossWeightOf, NO_SEAL } from './seal-draft.ts';
import { SealSection } from './seal-section.tsx';
import { SignatureHistory } from './signature-history.tsx';
import { useRoute } from './use-route.ts';
import { useSend } from './use-send.ts';
import { whyNotSend } from './why-not-send.ts';
import type { WhyNot } from './why-not-send.ts';

export interface SendPanelProps {
  kind: PackingKind;
  tracking: string;
  view: PackageView | null;
  isChecking: boolean;
  onSent: () => void;
  /** Somebody was faster: the page reads it again. */
  onStale: () => void;
  onRenumbered: (tracking: string) => void;
}

/** Check, value, signature and the one button, beside the list and always in sight. */
export function SendPanel(props: SendPanelProps) {
  const { kind, tracking, view, isChecking, onSent, onStale, onRenumbered } = props;
  const { t } = useTranslation(['shipping', 'sending']);
  const format = useStaffFormat();
  const shipment = view?.shipment ?? null;
  const [signature, setSignature] = useState<Signature | null>(null);
  const [signer, setSigner] = useState('');
  const [carrier, setCarrier] = useState<string | null>(null);
  const [seal, setSeal] = useState(NO_SEAL);
  const [isAsked, setAsked] = useState(false);
  const route = useRoute(shipment);
  const send = useSend({ kind, tracking, version: shipment?.version, onSent, onStale });
  const weight = grossWeightOf(seal);
  const isSigned = shipment?.signed === true;
  const why = useWhyWords(whyNotSend({ tracking, view, isChecking, hasSignature: signature !== null }));
  const declared = totalOf(view?.prices ?? []);
  const total = declared === null ? '–' : format.money(declared.amount, declared.currency);
  const count = view?.items.length ?? 0;
  const chooseCarrier = (code: string) => {
    setCarrier(code);
    if (shipment !== null) route.mutate({ carrier: code });
  };
  const chosen = shipment === null ? (carrier ?? '') : shipment.carrier;
  const values = {
    carrier: chosen,
    sealNumber: seal.number.trim(),
    grossWeight: typeof weight === 'number' ? weight : null,
  };
  return (
    <Panel
      className="send-panel"
      title={t('shipping:prepare.sign')}
      action={shipment !== null && <PackageMenu shipment={shipment} onRenumbered={onRenumbered} />}
      testId="send-panel"
    >
      <div className="panel-body stack">
        <CheckList view={view} hasSignature={signature !== null} />
        <div className="send-total">
          <span className="muted">{t('shipping:price.total')}</span>
          <bdi className="num" data-testid="package-total">
            {total}
          </bdi>
        </div>
        <CarrierField value={chosen} onChange={chooseCarrier} />
        <SealSection shipment={shipment} draft={seal} onDraft={setSeal} />
        <TextField
          label={t('shipping:sign.who')}
          value={signer}
          maxLength={TEXT_LENGTH.signer}
          autoComplete="off"
          onChange={(event) => setSigner(event.target.value)}
          testId="signer"
        />
        {isSigned && signature === null ? <SignedAlready /> : null}
        {isSigned && shipment !== null && <SignatureHistory tracking={tracking} version={shipment.version} />}
        <SignaturePad
          key={tracking}
          label={isSigned ? t('shipping:sign.again') : t('shipping:sign.title')}
          onChange={setSignature}
        />
        {send.error !== null && <SendError error={send.error} />}
        <Button
          variant="primary"
          size="large"
          wide
          icon={<Send size={16} aria-hidden className="flips" />}
          busy={send.isBusy}
          disabledReason={weight === 'invalid' ? t('shipping:seal.weightInvalid') : why}
          onClick={() => setAsked(true)}
          testId="send-package"
        >
          {t('shipping:send.send')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('shipping:send.confirmTitle')}
        confirmLabel={t('shipping:send.send')}
        onConfirm={() => send.run({ signature, signer: signer.trim(), seal: values })}
        onClose={() => setAsked(false)}
        testId="confirm-send"
      >
        <p>{t('shipping:send.confirmBody', { count, tracking, total })}</p>
      </ConfirmDialog>
    </Panel>
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
  const { t } = useTranslation(['shipping', 'errors']);
  if (why === null) return undefined;
  if (why.kind === 'text') return t(`shipping:${why.key}`);
  const words = t(`errors:code.${why.code}`, why.code);
  const reason = why.number === null ? words : `${why.number}: ${words}`;
  if (why.more === 0) return reason;
  // The sentence goes on: its full stop does not.
  return t('shipping:why.more', { reason: reason.replace(/[.。]$/u, ''), count: why.more });
}
