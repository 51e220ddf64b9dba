import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { drawInk, drawnSignature, inkPoint, type InkStroke, type Signature } from './signature-ink.ts';

type Move = (event: PointerEvent<HTMLCanvasElement>) => void;

export interface Ink {
  readonly isEmpty: boolean;
  readonly clear: () => void;
  /** For the canvas that is drawn on. */
  readonly canvas: {
    readonly ref: RefObject<HTMLCanvasElement | null>;
    readonly onPointerDown: Move;
    readonly onPointerMove: Move;
    readonly onPointerUp: Move;
    readonly onPointerCancel: Move;
  };
}

/** Drawing with finger, pen or mouse. `onChange` is called after each stroke, and with null when all is wiped. */
export function useInk(onChange: (signature: Signature | null) => void): Ink {
  const ref = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<InkStroke[]>([]);
  const [isEmpty, setEmpty] = useState(true);
  const redraw = useSharpCanvas(ref, strokes);
  const add: Move = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const parts = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const moves = parts.length > 0 ? parts : [event.nativeEvent];
    strokes.current.at(-1)?.push(...moves.map((move) => inkPoint(move, box)));
    redraw();
  };
  const begin: Move = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([]);
    setEmpty(false);
    add(event);
  };
  const end: Move = (event) => {
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
  const onPointerMove: Move = (event) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) add(event);
  };
  return {
    isEmpty,
    clear,
    canvas: { ref, onPointerDown: begin, onPointerMove, onPointerUp: end, onPointerCancel: end },
  };
}

/** Keeps the canvas as sharp as the screen; strokes live in 0..1, so a turned tablet loses nothing. */
function useSharpCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  strokes: RefObject<InkStroke[]>,
): () => void {
  const redraw = useHandler(() => {
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
      redraw();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas, redraw]);
  return redraw;
}
