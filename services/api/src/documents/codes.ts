import { fitsCode128 } from '@atelier/domain/documents/printable.ts';
import bwip from 'bwip-js/node';
import type { Pen } from './pen.ts';

/** A printer of 203 dpi draws dots of an eighth of a millimetre: bars are whole dots wide, or they blur. */
const DOT = 0.125;
/** Two dots: finer bars are not read from a thermal label. */
const FINEST = 2 * DOT;
const WIDEST = 4 * DOT;
/** White that a reader needs on both sides, in modules. */
const QUIET = 10;

/** Bars and gaps by turns, in modules, the first one a bar; null for a text that Code 128 does not carry. */
export function barsOf(text: string): readonly number[] | null {
  if (!fitsCode128(text)) return null;
  const [symbol] = bwip.raw('code128', text, {});
  return symbol !== undefined && 'sbs' in symbol ? symbol.sbs : null;
}

/** How wide a module may be for the code and its white to fit into `room` millimetres; null when too fine to be read. */
export function moduleFor(bars: readonly number[], room: number): number | null {
  const modules = bars.reduce((sum, each) => sum + each, 0) + 2 * QUIET;
  const dots = Math.floor(room / modules / DOT);
  return dots * DOT < FINEST ? null : Math.min(WIDEST, dots * DOT);
}

/**
 * Code 128 in the middle of its room. False where it cannot stand (another script, too long to be read): the QR code
 * beside it carries everything.
 */
export function drawCode128(
  pen: Pen,
  text: string,
  at: {
    readonly x: number;
    readonly y: number;
    readonly room: number;
    readonly height: number;
    readonly isAtStart?: boolean;
  },
): boolean {
  const bars = barsOf(text);
  const module = bars === null ? null : moduleFor(bars, at.room);
  if (bars === null || module === null) return false;
  const width = bars.reduce((sum, each) => sum + each, 0) * module;
  let left = 0;
  const blocks = bars.flatMap((bar, index) => {
    const x = left;
    left += bar * module;
    return index % 2 === 0 ? [[x, at.y, bar * module, at.height] as const] : [];
  });
  pen.blocks(blocks, at.isAtStart === true ? at.x : at.x + (at.room - width) / 2, width);
  return true;
}

interface Matrix {
  readonly size: number;
  readonly dark: readonly number[];
}

/** A QR code that still reads with 15 % of it worn off. */
export function matrixOf(text: string): Matrix {
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('a text that no QR code carries');
  return { size: symbol.pixx, dark: symbol.pixs };
}

/** QR code into a square of at most `side` millimetres; its modules are whole dots where there is room for two. */
export function drawQr(pen: Pen, text: string, x: number, y: number, side: number): void {
  const { size, dark } = matrixOf(text);
  const dots = Math.floor(side / size / DOT);
  const module = dots >= 2 ? dots * DOT : side / size;
  const inset = (side - module * size) / 2;
  const blocks = runsOf(dark, size).map(
    ([column, row, length]) =>
      [inset + column * module, y + inset + row * module, length * module, module] as const,
  );
  pen.blocks(blocks, x, side);
}

/** Dark modules of one row that stand beside each other are one rectangle. */
function runsOf(dark: readonly number[], size: number): (readonly [number, number, number])[] {
  const runs: (readonly [number, number, number])[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = column;
      while (column < size && dark[row * size + column] === 1) column += 1;
      if (column > from) runs.push([from, row, column - from]);
    }
  }
  return runs;
}
