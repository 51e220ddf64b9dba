import type { DepositReceipt, ReceiptPiece } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { drawQr } from './codes.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import { drawSignature } from './packing-list.ts';
import { paragraph } from './paragraph.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const LARGE: TextStyle = { ...BODY, size: 9.5 };
const HEADING: TextStyle = { size: 13, isSerif: true };
const ROOM = END - MARGIN;
const LEADING = 4.9;
const QR = 32;
const HALF = (END - MARGIN) / 2;
const ROW = 17;
const FIRST_ROWS_AT = 112;
const NEXT_ROWS_AT = 34;
const FOOT = A4.height - 12;
const ROWS_END = FOOT - 10;
/** What happens next, and the signature. */
const CLOSING = 84;

/** What a customer takes home in place of what they left (product/documents.md §7). */
export function receiptSheets(receipt: DepositReceipt, wording: Wording): readonly Sheet[] {
  const pages = pagesOf(receipt.pieces.length);
  return pages.map(([from, to], index) => ({
    ...A4,
    draw: (pen) => {
      const top = index === 0 ? FIRST_ROWS_AT : NEXT_ROWS_AT;
      if (index === 0) drawHead(pen, receipt, wording);
      else drawNextHead(pen, receipt, wording);
      for (const [place, piece] of receipt.pieces.slice(from, to).entries())
        drawPiece(pen, piece, top + place * ROW, wording);
      if (index === pages.length - 1) drawClosing(pen, receipt, wording, top + (to - from) * ROW + 10);
      drawFoot(pen, receipt, wording, [index + 1, pages.length]);
    },
  }));
}

/** Pieces cut into pages so that what closes the receipt has its room under the last of them. */
function pagesOf(count: number): readonly (readonly [from: number, to: number])[] {
  const pages: [number, number][] = [];
  for (let from = 0; ;) {
    const room = ROWS_END - (pages.length === 0 ? FIRST_ROWS_AT : NEXT_ROWS_AT);
    const left = count - from;
    if (left <= Math.floor((room - CLOSING) / ROW)) return [...pages, [from, count]];
    // What closes it never stands alone on a page: one piece at least goes with it.
    const to = from + Math.min(Math.floor(room / ROW), Math.max(1, left - 1));
    pages.push([from, to]);
    from = to;
  }
}

function drawHead(pen: Pen, receipt: DepositReceipt, wording: Wording): void {
  const { texts, customer } = wording;
  const room = ROOM - QR - 8;
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, isCode: true });
  const title = texts.receipt.title;
  pen.write(title, MARGIN, 31, room, pen.shrunk(title, room, { size: 26, isSerif: true }));
  pen.rule(MARGIN, 36, END - QR - 8, 36, 0.25, '#B08D57');
  pen.write(customer.fact.rma, MARGIN, 43, room, CAPTION);
  pen.write(receipt.number, MARGIN, 49.5, room, { ...STRONG, size: 15, isCode: true });
  drawQr(pen, receipt.pageUrl, END - QR, 14, QR);
  pen.write(texts.receipt.follow, END, 50.5, 70, { ...CAPTION, align: 'end' });
  hair(pen, 56);
  drawParties(pen, receipt, wording);
  pen.write(texts.receipt.pieces, MARGIN, FIRST_ROWS_AT - 6, ROOM, HEADING);
  hair(pen, FIRST_ROWS_AT - 3);
}

function drawNextHead(pen: Pen, { number }: DepositReceipt, { texts }: Wording): void {
  pen.write(texts.receipt.title, MARGIN, 22, 120, { size: 16, isSerif: true });
  pen.write(number, END, 22, 60, { ...STRONG, isCode: true, align: 'end' });
  pen.rule(MARGIN, 26, END, 26, 0.25, '#B08D57');
}

function drawParties(pen: Pen, receipt: DepositReceipt, wording: Wording): void {
  const { texts, customer, moment } = wording;
  const handedOver = receipt.delivery === 'store' ? texts.receipt.collected : texts.receipt.delivered;
  const own = [
    [customer.fact.customer, receipt.client],
    [customer.fact.created, moment(receipt.createdAt, receipt.timeZone)],
    [texts.receipt.handover, handedOver],
  ] as const;
  for (const [place, [caption, value]] of own.entries()) {
    pen.write(caption, MARGIN, 62 + place * 11, HALF - 6, CAPTION);
    pen.write(value, MARGIN, 67 + place * 11, HALF - 6, { ...LARGE, weight: place === 0 ? 600 : 400 });
  }
  pen.write(texts.handover.shop, MARGIN + HALF, 62, HALF, CAPTION);
  for (const [place, line] of shopLines(receipt, wording).entries())
    pen.write(
      line,
      MARGIN + HALF,
      67 + place * LEADING,
      HALF,
      place === 0 ? { ...STRONG, size: 9.5 } : LARGE,
    );
}

function shopLines({ shop }: DepositReceipt, { country }: Wording): readonly string[] {
  const town = `${shop.postalCode} ${shop.city}`.trim();
  return [shop.name, shop.address, town, country(shop.country), shop.phone].filter((line) => line !== '');
}

function drawPiece(pen: Pen, piece: ReceiptPiece, y: number, wording: Wording): void {
  const { terms, texts, list } = wording;
  const { name, number, sku, size, serial, reasons } = piece;
  pen.write(name, MARGIN, y + 4, ROOM - 50, { ...STRONG, size: 10 });
  pen.write(number, END, y + 4, 48, { ...STRONG, size: 10, isCode: true, align: 'end' });
  const facts = [
    sku,
    size === '' ? '' : `${terms.field.size} ${size}`,
    serial === '' ? '' : `${terms.field.serial} ${serial}`,
  ];
  pen.write(list(facts), MARGIN, y + 8.4, ROOM - 50, SMALL);
  pen.write(reasons.length === 0 ? texts.none : list(reasons), MARGIN, y + 12.4, ROOM - 50, BODY);
  drawPrice(pen, piece, y, wording);
  hair(pen, y + ROW - 2.4);
}

/** The fee that was named; once something was paid of it, that as well. */
function drawPrice(pen: Pen, { fee, paid }: ReceiptPiece, y: number, { terms, money }: Wording): void {
  const strong: TextStyle = { ...STRONG, isCode: true, align: 'end' };
  const small: TextStyle = { ...SMALL, align: 'end' };
  const say = (text: string, at: number, style: TextStyle) =>
    pen.write(text, END, at, 48, { ...pen.shrunk(text, 48, style), align: 'end' });
  if (paid !== null) {
    if (fee !== null) say(`${terms.field.fee} ${money(fee)}`, y + 8.4, small);
    say(`${terms.field.paid} ${money(paid)}`, y + 12.4, { ...small, weight: 600 });
  } else if (fee !== null) {
    pen.write(terms.field.fee, END, y + 8.4, 48, small);
    pen.write(money(fee), END, y + 12.4, 48, strong);
  }
}

/** What happens next; then the client's signature, or a line for it. */
function drawClosing(pen: Pen, receipt: DepositReceipt, wording: Wording, y: number): void {
  const { next, examined, fee, collect, send, page } = wording.texts.receipt;
  const last = receipt.delivery === 'store' ? collect : send;
  pen.write(next, MARGIN, y, ROOM, HEADING);
  const place = { x: MARGIN, room: ROOM, leading: LEADING };
  const after = [examined, fee, last, page].reduce(
    (at, text) => paragraph(pen, text, { ...place, y: at }, LARGE) + 0.8,
    y + 6.5,
  );
  const code = { ...SMALL, isCode: true };
  pen.write(receipt.pageUrl, MARGIN, after, ROOM, pen.shrunk(receipt.pageUrl, ROOM, { ...code, size: 8.5 }));
  const top = after + 6;
  drawSignature(pen, receipt.signature ?? { signer: '', strokes: [], image: null }, top, wording);
  if (receipt.signature === null) pen.write(receipt.client, MARGIN, top + 31, 90, SMALL);
}

function drawFoot(
  pen: Pen,
  { number, printedAt, timeZone }: DepositReceipt,
  { texts, terms, moment }: Wording,
  [page, pages]: readonly [number, number],
): void {
  hair(pen, FOOT - 4.5);
  pen.write(number, MARGIN, FOOT, 60, { ...SMALL, isCode: true });
  const printed = fillText(texts.printed, { date: moment(printedAt, timeZone) });
  pen.write(printed, A4.width / 2, FOOT, 60, { ...SMALL, align: 'middle' });
  pen.write(fillText(terms.page, { page, pages }), END, FOOT, 50, { ...SMALL, align: 'end' });
}
