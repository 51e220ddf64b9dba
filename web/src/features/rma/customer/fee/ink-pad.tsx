import type { PointerEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { drawInk, drawnSignature, inkPoint } from '../../../../shared/item/signature-ink.ts';
import type { InkStroke, Signature } from '../../../../shared/item/signature-ink.ts';
import type { Translate } from '../texts.ts';

export interface InkPadProps {
  t: Translate;
  /** Called after each stroke, and with null when it was wiped. */
  onChange: (signature: Signature | null) => void;
}

/** A sheet to sign on with finger, pen or mouse. */
export function InkPad({ t, onChange }: InkPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<InkStroke[]>([]);
  const [isEmpty, setEmpty] = useState(true);
  const redraw = useSharpCanvas(canvas, strokes);
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
    <>
      <div className="fee-pad">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('fee.signature')}
          data-testid="fee-canvas"
          onPointerDown={onDown}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && add(event)}
          onPointerUp={onUp}
          onPointerCancel={onUp}
        />
        {isEmpty && <span className="fee-hint">{t('fee.hint')}</span>}
      </div>
      {!isEmpty && (
        <button type="button" className="fee-quiet" onClick={clear} data-testid="fee-clear">
          {t('fee.clear')}
        </button>
      )}
    </>
  );
}

/** Keeps the canvas as sharp as the screen; strokes live in 0..1, so a turned phone loses nothing. */
function useSharpCanvas(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  strokes: React.RefObject<InkStroke[]>,
): () => void {
  const redraw = useRef(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    drawInk(context, strokes.current, getComputedStyle(context.canvas).color);
  });
  useEffect(() => {
    const element = canvas.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      const ratio = window.devicePixelRatio || 1;
      element.width = Math.round(element.clientWidth * ratio);
      element.height = Math.round(element.clientHeight * ratio);
      redraw.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);
  return () => redraw.current();
}
