import type { Signature } from '../../../../shared/item/signature-ink.ts';
import { useInk } from '../../../../shared/item/use-ink.ts';
import type { Translate } from '../texts.ts';

export interface InkPadProps {
  t: Translate;
  /** Called after each stroke, and with null when it was wiped. */
  onChange: (signature: Signature | null) => void;
}

/** A sheet for the customer's signature. */
export function InkPad({ t, onChange }: InkPadProps) {
  const { canvas, isEmpty, clear } = useInk(onChange);
  return (
    <>
      <div className="fee-pad rounded on-surface">
        <canvas {...canvas} role="img" aria-label={t('fee.signature')} data-testid="fee-canvas" />
        {isEmpty && <span className="fee-hint grid centred text-center muted">{t('fee.hint')}</span>}
      </div>
      {!isEmpty && (
        <button type="button" className="fee-quiet" onClick={clear} data-testid="fee-clear">
          {t('fee.clear')}
        </button>
      )}
    </>
  );
}
