import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Signature } from '../item/signature-ink.ts';
import { SignaturePad } from '../item/signature-pad.tsx';
import { PhoneCode } from './phone-code.tsx';
import { usePhoneSignature, useWhen, type AskedList } from './use-phone-signature.ts';
import './client-signature.css';

export interface ClientSignatureProps {
  label: string;
  /** What the client signs for, as the screen shows it. */
  asked: AskedList;
  /** A signature that is there already. */
  first?: Signature | null;
  onChange: (signature: Signature | null) => void;
  error?: string | undefined;
}

interface Kept {
  readonly image: string;
  /** When it came from the phone, and for which list; null for one that a draft brought. */
  readonly from: { readonly at: string; readonly list: string } | null;
}

/** A pad at the counter, and a code to sign on the client's own phone: whichever is first. */
export function ClientSignature({ label, asked, first = null, onChange, error }: ClientSignatureProps) {
  const list = JSON.stringify(asked);
  const [kept, setKept] = useState<Kept | null>(first && { image: first.image, from: null });
  const phone = usePhoneSignature(asked, (signature) => {
    setKept({ image: signature.image, from: { at: new Date().toISOString(), list } });
    onChange(signature);
  });
  const again = () => {
    setKept(null);
    onChange(null);
  };
  // The phone showed another list than the one that would be recorded.
  useWhen(kept?.from != null && kept.from.list !== list, () => {
    again();
    phone.stop('changed');
  });
  if (kept !== null) return <KeptSignature label={label} kept={kept} onAgain={again} />;
  const drawn = (signature: Signature | null) => {
    if (signature !== null) phone.stop(null);
    onChange(signature);
  };
  return (
    <div className="client-sign stack gap-12">
      <SignaturePad label={label} onChange={drawn} error={error} />
      <PhoneCode kind={asked.kind} phone={phone} />
    </div>
  );
}

function KeptSignature({ label, kept, onAgain }: { label: string; kept: Kept; onAgain: () => void }) {
  const { t } = useTranslation('signing');
  const format = useStaffFormat();
  return (
    <div className="kept-signature stack gap-8 items-start" data-testid="signature-kept">
      <span className="field-label">{label}</span>
      <img src={kept.image} alt={label} />
      {kept.from !== null && (
        <span className="small muted" role="status" data-testid="signature-from-phone">
          {t('signed', { time: format.time(kept.from.at) })}
        </span>
      )}
      <Button
        variant="quiet"
        icon={<PenLine size={16} aria-hidden />}
        onClick={onAgain}
        testId="signature-again"
      >
        {t('again')}
      </Button>
    </div>
  );
}
