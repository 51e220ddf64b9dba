import { Eraser, Keyboard, PenLine } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { typedSignature, type Signature } from './signature-ink.ts';
import { useInk } from './use-ink.ts';
import './signature-pad.css';

export interface SignaturePadProps {
  label: string;
  /** Called after each stroke, and with null when it was wiped. */
  onChange: (signature: Signature | null) => void;
  error?: string | undefined;
}

/** A pad to sign on with finger, pen or mouse; a person who cannot draw types the name instead. */
export function SignaturePad({ label, onChange, error }: SignaturePadProps) {
  const { t } = useTranslation('piece');
  const [isTyped, setTyped] = useState(false);
  const id = useId();
  const toggle = () => {
    setTyped((typed) => !typed);
    onChange(null);
  };
  return (
    <div
      className="sign"
      role="group"
      aria-labelledby={id}
      data-invalid={error === undefined ? undefined : true}
      data-testid="signature-pad"
    >
      <span className="field-label" id={id}>
        {label}
      </span>
      {isTyped ? <TypedPad onChange={onChange} /> : <DrawnPad label={label} onChange={onChange} />}
      {error !== undefined && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
      <Button
        variant="quiet"
        icon={isTyped ? <PenLine size={16} aria-hidden /> : <Keyboard size={16} aria-hidden />}
        onClick={toggle}
        testId="signature-mode"
      >
        {t(isTyped ? 'pad.drawn' : 'pad.typed')}
      </Button>
    </div>
  );
}

function TypedPad({ onChange }: Pick<SignaturePadProps, 'onChange'>) {
  const { t } = useTranslation('piece');
  return (
    <TextField
      label={t('pad.typedName')}
      autoComplete="off"
      testId="signature-typed"
      onChange={(event) => onChange(typedSignature(event.target.value))}
    />
  );
}

function DrawnPad({ label, onChange }: Pick<SignaturePadProps, 'label' | 'onChange'>) {
  const { t } = useTranslation('piece');
  const { canvas, isEmpty, clear } = useInk(onChange);
  return (
    <div className="sign-box fills rounded on-surface" data-unsaved={!isEmpty}>
      <canvas {...canvas} role="img" aria-label={label} data-testid="signature-canvas" />
      {isEmpty && <span className="sign-hint grid centred size-s muted">{t('pad.hint')}</span>}
      {!isEmpty && (
        <Button
          variant="bare"
          className="sign-clear"
          icon={<Eraser size={16} aria-hidden />}
          onClick={clear}
          testId="signature-clear"
        >
          {t('pad.clear')}
        </Button>
      )}
    </div>
  );
}
