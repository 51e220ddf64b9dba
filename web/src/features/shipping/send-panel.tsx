import type { PackageView } from '@atelier/domain/shipping/contract.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Send, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { ConfirmDialog } from '../../components/ui/dialog.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Select } from '../../components/ui/select.tsx';
import { Banner } from '../../components/ui/states.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { read } from '../../lib/api/client.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Signature } from '../piece/signature-ink.ts';
import { SignaturePad } from '../piece/signature-pad.tsx';
import type { PackagePrice, PackingKind } from './package-queries.ts';
import { useSend } from './use-send.ts';
import { openReasons, whyNotSend } from './why-not-send.ts';
import type { WhyNot } from './why-not-send.ts';

export interface SendPanelProps {
  kind: PackingKind;
  tracking: string;
  view: PackageView | null;
  price: PackagePrice | undefined;
  isChecking: boolean;
  onSent: () => void;
}

/** Check, value, signature and the one button, beside the list and always in sight. */
export function SendPanel({ kind, tracking, view, price, isChecking, onSent }: SendPanelProps) {
  const { t } = useTranslation('shipping');
  const format = useStaffFormat();
  const [signature, setSignature] = useState<Signature | null>(null);
  const [signer, setSigner] = useState('');
  const [carrier, setCarrier] = useState('');
  const [sealNumber, setSealNumber] = useState('');
  const [weight, setWeight] = useState('');
  const [isAsked, setAsked] = useState(false);
  const send = useSend(kind, tracking, onSent);
  const grossWeight = weight.trim() === '' ? null : Number(weight.replace(',', '.'));
  const isBadWeight = grossWeight !== null && !(grossWeight > 0);
  const isSigned = view?.shipment?.signed === true;
  const why = useWhyWords(whyNotSend({ tracking, view, isChecking, hasSignature: signature !== null }));
  const total = price === undefined ? '–' : format.money(price.total, price.currency);
  const count = view?.items.length ?? 0;
  return (
    <Panel className="send-panel" title={t('prepare.sign')} testId="send-panel">
      <div className="panel-body stack">
        <Check view={view} hasSignature={signature !== null} />
        <div className="send-total">
          <span className="muted">{t('price.total')}</span>
          <bdi className="num" data-testid="package-total">
            {total}
          </bdi>
        </div>
        <details className="seal">
          <summary>
            {t('seal.carrier')} · {t('seal.number')} · {t('seal.weight')}
          </summary>
          <div className="seal-fields">
            <CarrierField value={carrier} onChange={setCarrier} />
            <TextField
              label={t('seal.number')}
              value={sealNumber}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setSealNumber(event.target.value)}
              testId="seal-number"
            />
            <TextField
              label={t('seal.weight')}
              inputMode="decimal"
              value={weight}
              maxLength={10}
              error={isBadWeight ? t('seal.weightInvalid') : undefined}
              onChange={(event) => setWeight(event.target.value)}
              testId="gross-weight"
            />
          </div>
        </details>
        <TextField
          label={t('sign.who')}
          value={signer}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setSigner(event.target.value)}
          testId="signer"
        />
        {isSigned && signature === null ? <SignedAlready /> : null}
        <SignaturePad
          key={tracking}
          label={isSigned ? t('sign.again') : t('sign.title')}
          onChange={setSignature}
        />
        {send.error !== null && (
          <Banner tone="error" title={errorWords(send.error).title} testId="send-error">
            {errorWords(send.error).detail ?? t('send.failed')}
          </Banner>
        )}
        <Button
          variant="primary"
          size="large"
          wide
          icon={<Send size={16} aria-hidden className="flips" />}
          busy={send.isBusy}
          disabledReason={isBadWeight ? t('seal.weightInvalid') : why}
          onClick={() => setAsked(true)}
          testId="send-package"
        >
          {t('send.send')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsked}
        title={t('send.confirmTitle')}
        confirmLabel={t('send.send')}
        onConfirm={() =>
          send.run({
            signature,
            signer: signer.trim(),
            seal: { carrier, sealNumber: sealNumber.trim(), grossWeight },
          })
        }
        onClose={() => setAsked(false)}
        testId="confirm-send"
      >
        <p>{t('send.confirmBody', { count, tracking, total })}</p>
      </ConfirmDialog>
    </Panel>
  );
}

/** Everything that stops the package, each with the way to it. */
function Check({ view, hasSignature }: { view: PackageView | null; hasSignature: boolean }) {
  const { t } = useTranslation(['shipping', 'errors']);
  if (view === null || view.items.length === 0) return null;
  const reasons = openReasons({ view, hasSignature });
  if (reasons.length === 0) {
    return (
      <p className="row tone-good strong" role="status" data-testid="check-ok">
        <CircleCheck size={18} aria-hidden /> {t('shipping:check.ok')}
      </p>
    );
  }
  return (
    <div className="check-list" role="status" data-testid="check-blocked">
      <p className="row strong">
        <TriangleAlert size={18} aria-hidden className="tone-warn" />{' '}
        {t('shipping:check.blocked', { count: reasons.length })}
      </p>
      <ul>
        {reasons.map(({ code, item_id, number }) => (
          <li key={`${code}${item_id ?? ''}`} data-code={code}>
            {number !== null && <bdi className="strong num">{number}: </bdi>}
            {t(`errors:code.${code}`, code)}
            {item_id !== null && (
              <a className="link small" href={`#content-${item_id}`}>
                {' '}
                {t('shipping:check.show')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
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
  return why.more > 0 ? t('shipping:why.more', { reason, count: why.more }) : reason;
}

interface Carrier {
  readonly code: string;
  readonly name: string;
}

function CarrierField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const { t } = useTranslation('shipping');
  const carriers = useQuery({
    queryKey: ['reference', 'carriers'],
    queryFn: ({ signal }) => read<Carrier[]>('/carrier/list', {}, { signal }),
    staleTime: 3_600_000,
  }).data?.data;
  return (
    <Select
      label={t('seal.carrier')}
      placeholder=""
      options={(carriers ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      testId="carrier"
    />
  );
}
