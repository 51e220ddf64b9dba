import type { Signature } from '../../shared/item/signature-ink.ts';
import { useInk } from '../../shared/item/use-ink.ts';

interface InkPadProps {
  label: string;
  hint: string;
  clearLabel: string;
  /** Called after each stroke, and with null when it was wiped. */
  onChange: (signature: Signature | null) => void;
}

/** A sheet for the customer's signature. */
export function InkPad({ label, hint, clearLabel, onChange }: InkPadProps) {
  const { canvas, isEmpty, clear } = useInk(onChange);
  return (
    <>
      <div className="fee-pad rounded on-surface">
        <canvas {...canvas} role="img" aria-label={label} data-testid="fee-canvas" />
        {isEmpty && <span className="fee-hint grid centred text-center muted">{hint}</span>}
      </div>
      {!isEmpty && (
        <button type="button" className="fee-quiet" onClick={clear} data-testid="fee-clear">
          {clearLabel}
        </button>
      )}
    </>
  );
}
