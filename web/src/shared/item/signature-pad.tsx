import { Eraser, Keyboard, PenLine } from 'lucide-react';
import type { PointerEvent } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { drawInk, drawnSignature, inkPoint, typedSignature } from './signature-ink.ts';
import type { InkStroke, Signature } from './signature-ink.ts';
import './signature-pad.css';

export interface SignaturePadProps {
  label: string;
  /** Called after each stroke, and with null when it was wiped. */
  onChange: (signature: Signature | null) => void;
  error?: string | undefined;
}

/** A pad to sign on with finger, pen or mouse; whoever cannot draw types the name instead. */
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
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<InkStroke[]>([]);
  const [isEmpty, setEmpty] = useState(true);

  const redraw = () => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    drawInk(context, strokes.current, getComputedStyle(context.canvas).color);
  };
  useCanvasSize(canvas, redraw);

  const add = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const parts = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const moves = parts.length > 0 ? parts : [event.nativeEvent];
    strokes.current.at(-1)?.push(...moves.map((move) => inkPoint(move, box)));
    redraw();
  };
  const onDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([]);
    setEmpty(false);
    add(event);
  };
  const onUp = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    event.currentTarget.releasePointerCapture(event.pointerId);
    onChange(drawnSignature(strokes.current));
  };
  const clear = () => {
    strokes.current = [];
    setEmpty(true);
    redraw();
    onChange(null);
  };
  return (
    <div className="sign-box" data-unsaved={!isEmpty}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-testid="signature-canvas"
        onPointerDown={onDown}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && add(event)}
        onPointerUp={onUp}
        onPointerCancel={onUp}
      />
      {isEmpty && <span className="sign-hint muted">{t('pad.hint')}</span>}
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

/** Keeps the canvas as sharp as the screen; strokes live in 0..1, so a turned tablet loses nothing. */
function useCanvasSize(canvas: React.RefObject<HTMLCanvasElement | null>, redraw: () => void): void {
  const draw = useRef(redraw);
  useEffect(() => {
    draw.current = redraw;
  });
  useEffect(() => {
    const element = canvas.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      const ratio = window.devicePixelRatio || 1;
      element.width = Math.round(element.clientWidth * ratio);
      element.height = Math.round(element.clientHeight * ratio);
      draw.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);
}
