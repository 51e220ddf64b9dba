import type { Pen } from './pen.ts';

/** A page to be drawn; millimetres. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly draw: (pen: Pen) => void;
}
