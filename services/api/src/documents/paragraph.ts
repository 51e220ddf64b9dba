import { inTwoLines } from './packing-list.ts';
import type { Pen, TextStyle } from './pen.ts';

/** Where a paragraph begins and how wide it may be, in millimetres. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  /** Millimetres from line to line. */
  readonly leading: number;
}

/** A text over as many lines as it needs; answers where the next line begins. */
export function paragraph(pen: Pen, text: string, { x, y, room, leading }: Place, style: TextStyle): number {
  let rest = text;
  let at = y;
  while (rest !== '') {
    const [line, others] = inTwoLines(rest, (part) => pen.measure(part, style) <= room);
    pen.write(line, x, at, room, style);
    rest = others;
    at += leading;
  }
  return at;
}
