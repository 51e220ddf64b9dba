import type { ReceiptPiece } from '@atelier/domain/documents/paper.ts';
import type { Image } from '@napi-rs/canvas';
import { BODY, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Wording } from './wording.ts';

/** Height of a piece on the receipt of its deposit. */
export const ROW = 23.5;
const BOX = { width: 19, height: 19 };
const TEXT = MARGIN + BOX.width + 5;
const COLUMN = 44;
const ROOM = END - TEXT - COLUMN - 2;
const MG_PER_GRAM = 1000;

/** A piece as it was handed in: picture, name, reasons; at the end its number, weight and fee. */
export function drawPiece(
  pen: Pen,
  piece: ReceiptPiece,
  image: Image | undefined,
  y: number,
  wording: Wording,
): void {
  const { terms, texts, list, grams } = wording;
  const { name, number, sku, size, serial, reasons, weight, marks } = piece;
  if (image !== undefined) pen.picture(image, MARGIN, y, BOX);
  const facts = [
    sku,
    size === '' ? '' : `${terms.field.size} ${size}`,
    serial === '' ? '' : `${terms.field.serial} ${serial}`,
    weight === null ? '' : grams(weight / MG_PER_GRAM),
  ];
  pen.write(name, TEXT, y + 4, ROOM, { ...STRONG, size: 10 });
  pen.write(list(facts), TEXT, y + 8.6, ROOM, SMALL);
  pen.write(reasons.length === 0 ? texts.none : list(reasons), TEXT, y + 13.2, ROOM, BODY);
  const seen = marks.map(({ text }, index) => `${index + 1} ${text}`);
  if (seen.length > 0) pen.write(list(seen), TEXT, y + 17.8, ROOM, SMALL);
  atEnd(pen, number, y + 4, { ...STRONG, size: 10, isCode: true });
  for (const [place, [text, style]] of priceLines(piece, wording).entries())
    atEnd(pen, text, y + 8.6 + place * 4.6, style);
  hair(pen, y + ROW - 2.2);
}

/** What is due, or that nothing is; once something was paid of it, that as well. */
function priceLines(
  { fee, paid, inWarranty }: ReceiptPiece,
  { terms, texts, money }: Wording,
): readonly (readonly [string, TextStyle])[] {
  const covered = inWarranty === null ? '' : terms.warranty[inWarranty ? 'in' : 'out'];
  if (fee === null && paid === null)
    return inWarranty === true
      ? [
          [texts.receipt.free, STRONG],
          [covered, SMALL],
        ]
      : [[covered, SMALL]];
  return [
    ...(fee === null ? [] : [[`${terms.field.fee} ${money(fee)}`, paid === null ? STRONG : SMALL] as const]),
    ...(paid === null ? [] : [[`${terms.field.paid} ${money(paid)}`, STRONG] as const]),
    [covered, SMALL],
  ];
}

function atEnd(pen: Pen, text: string, y: number, style: TextStyle): void {
  pen.write(text, END, y, COLUMN, { ...pen.shrunk(text, COLUMN, style), align: 'end' });
}
