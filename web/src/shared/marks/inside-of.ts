import type { CSSProperties } from 'react';
import type { Mark } from './mark.ts';

/** A small picture would cut a number at its edge: it stays whole, its middle half a badge from the edge at least. */
export const insideOf = ({ x, y }: Pick<Mark, 'x' | 'y'>): CSSProperties => ({
  insetInlineStart: `clamp(12px, ${x * 100}%, 100% - 12px)`,
  insetBlockStart: `clamp(12px, ${y * 100}%, 100% - 12px)`,
});
