import type { Money } from '@atelier/domain/kernel.ts';
import type { Totals } from '@atelier/domain/documents/paper.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { BODY, CAPTION, END, SMALL, STRONG } from './list-frame.ts';
import type { Pen } from './pen.ts';
import type { Wording } from './wording.ts';

/** The currency before the amount, so that the figures stand below each other. */
const CURRENCY = 20;

/** A price at the end of its line; a dash where it is not known. */
export function writePrice(pen: Pen, price: Money | null, y: number, wording: Wording): void {
  if (price === null) {
    pen.write(wording.texts.none, END, y, 10, { ...BODY, align: 'end' });
    return;
  }
  pen.figures(wording.amount(price.amount, price.currency), END, y, BODY);
  pen.write(price.currency, END, y + 3.7, 20, { ...SMALL, isCode: true, align: 'end' });
}

/** One total per currency, with what had no value. */
export function writeTotals(pen: Pen, totals: Totals, y: number, caption: string, wording: Wording): void {
  for (const [index, { amount, currency }] of totals.money.entries()) {
    const at = y + 6.4 + index * 5.4;
    if (index === 0) pen.write(caption, END - 62, at, 30, STRONG);
    pen.write(currency, END - CURRENCY - 8, at, 12, { ...STRONG, isCode: true });
    pen.figures(wording.amount(amount, currency), END, at, { ...STRONG, size: 10 });
  }
  if (totals.unknown === 0) return;
  const words = fillText(wording.texts.unknown, { count: wording.number(totals.unknown) });
  pen.write(words, END - 66, y + 6.4, 70, { ...CAPTION, align: 'end' });
}
