import { type DepositReceipt, totalsOf } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { loanWords } from './loan-words.ts';
import { drawQr } from './codes.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import { drawSignature } from './packing-list.ts';
import type { Pictures } from './dispute-evidence.ts';
import { drawPiece, ROW } from './receipt-piece.ts';
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
const FIRST_ROWS_AT = 108;
const NEXT_ROWS_AT = 34;
const FOOT = A4.height - 12;
const ROWS_END = FOOT - 10;
/** What is due, what happens next, and the signature. */
const CLOSING = 95;
/** The heading of what is lent, and the space around it. */
const LOANS = 12;

/** What a customer takes home in place of what they left (product/documents.md §7). */
export function receiptSheets(
  receipt: DepositReceipt,
  wording: Wording,
  pictures: Pictures,
): readonly Sheet[] {
  const lent = receipt.pieces.filter(({ loan }) => loan !== null).length;
  const pages = pagesOf(receipt.pieces.length, lent === 0 ? CLOSING : CLOSING + LOANS + lent * LEADING);
  return pages.map(([from, to], index) => ({
    ...A4,
    draw: (pen) => {
      const top = index === 0 ? FIRST_ROWS_AT : NEXT_ROWS_AT;
      if (index === 0) drawHead(pen, receipt, wording);
      else drawNextHead(pen, receipt, wording);
      for (const [place, piece] of receipt.pieces.slice(from, to).entries())
        drawPiece(pen, piece, pictures.get(piece.number), top + place * ROW, wording);
      if (index === pages.length - 1) drawClosing(pen, receipt, wording, top + (to - from) * ROW + 3);
      drawFoot(pen, receipt, wording, [index + 1, pages.length]);
    },
  }));
}

/** Pieces cut into pages so that what closes the receipt has its room under the last of them. */
function pagesOf(count: number, closing: number): readonly (readonly [from: number, to: number])[] {
  const pages: [number, number][] = [];
  for (let from = 0; ;) {
    const room = ROWS_END - (pages.length === 0 ? FIRST_ROWS_AT : NEXT_ROWS_AT);
    const left = count - from;
    if (left <= Math.floor((room - closing) / ROW)) return [...pages, [from, count]];
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
  drawExpected(pen, receipt, wording);
  drawQr(pen, receipt.pageUrl, END - QR, 14, QR);
  pen.write(texts.receipt.follow, END, 50.5, 70, { ...CAPTION, align: 'end' });
  hair(pen, 56);
  drawParties(pen, receipt, wording);
  pen.write(texts.receipt.pieces, MARGIN, FIRST_ROWS_AT - 6, ROOM, HEADING);
  hair(pen, FIRST_ROWS_AT - 3);
}

/** Beside the number: when all of the pieces are expected, by the last of their dates. Nothing while one has none. */
function drawExpected(pen: Pen, { pieces }: DepositReceipt, { texts, day }: Wording): void {
  const dates = pieces.map(({ expected }) => expected).filter((date) => date !== null);
  if (dates.length === 0 || dates.length < pieces.length) return;
  const last = dates.reduce((one, other) => (other.latest > one.latest ? other : one));
  const [x, room] = [MARGIN + 66, ROOM - QR - 8 - 66];
  pen.write(texts.receipt.expected, x, 43, room, CAPTION);
  const likely = day(last.likely);
  pen.write(likely, x, 49.5, room, pen.shrunk(likely, room, { ...STRONG, size: 13 }));
  const latest = fillText(texts.receipt.latest, { day: day(last.latest) });
  pen.write(latest, x, 54, room, pen.shrunk(latest, room, SMALL));
}

function drawNextHead(pen: Pen, { number }: DepositReceipt, { texts }: Wording): void {
  pen.write(texts.receipt.title, MARGIN, 22, 120, { size: 16, isSerif: true });
  pen.write(number, END, 22, 60, { ...STRONG, isCode: true, align: 'end' });
  pen.rule(MARGIN, 26, END, 26, 0.25, '#B08D57');
}

function drawParties(pen: Pen, receipt: DepositReceipt, wording: Wording): void {
  const { texts, customer, moment } = wording;
  const handedOver = receipt.delivery === 'store' ? texts.receipt.collected : texts.receipt.delivered;
  const made = moment(receipt.createdAt, receipt.timeZone);
  const clerk = receipt.clerk === '' ? '' : fillText(texts.receipt.with, { name: receipt.clerk });
  const own = [
    [customer.fact.customer, receipt.client],
    [customer.fact.created, wording.list([made, clerk])],
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

/** What is still to pay, what happens next and what to bring; then the client's signature, or a line for it. */
function drawClosing(pen: Pen, receipt: DepositReceipt, wording: Wording, y: number): void {
  const { page } = wording.texts.receipt;
  const below = drawLent(pen, receipt, wording, drawTotal(pen, receipt, wording, y));
  const after = Math.max(drawNext(pen, receipt, wording, below), drawBring(pen, receipt, wording, below));
  const address = paragraph(pen, page, { x: MARGIN, room: ROOM, leading: LEADING, y: after + 1.5 }, LARGE);
  const code = { ...SMALL, isCode: true };
  pen.write(
    receipt.pageUrl,
    MARGIN,
    address,
    ROOM,
    pen.shrunk(receipt.pageUrl, ROOM, { ...code, size: 8.5 }),
  );
  const top = address + 2.5;
  drawSignature(pen, receipt.signature ?? { signer: '', strokes: [], image: null }, top, wording);
  if (receipt.signature === null) pen.write(receipt.client, MARGIN, top + 31, 90, SMALL);
}

/** Per currency; nothing where nothing is due. Answers where the next block begins. */
function drawTotal(pen: Pen, { pieces }: DepositReceipt, { terms, money, list }: Wording, y: number): number {
  const open = pieces.flatMap(({ fee, paid }) =>
    fee === null || fee.amount <= (paid?.amount ?? 0)
      ? []
      : [{ price: { ...fee, amount: fee.amount - (paid?.amount ?? 0) } }],
  );
  if (open.length === 0) return y + 7;
  const sum = list(totalsOf(open).money.map(money));
  pen.write(terms.field.open, MARGIN, y + 4, HALF, LARGE);
  pen.write(sum, END, y + 4, HALF, { ...STRONG, size: 13, isCode: true, align: 'end' });
  hair(pen, y + 8);
  return y + 16;
}

/** What the client was lent meanwhile, and when it is due back. */
function drawLent(pen: Pen, { pieces }: DepositReceipt, wording: Wording, y: number): number {
  const lent = pieces.flatMap(({ number, loan }) => (loan === null ? [] : { number, loan }));
  if (lent.length === 0) return y;
  pen.write(wording.terms.field.loan, MARGIN, y, ROOM, HEADING);
  for (const [place, { number, loan }] of lent.entries()) {
    const top = y + 6.5 + place * LEADING;
    pen.write(loanWords(loan, wording), MARGIN, top, ROOM - 42, LARGE);
    pen.write(number, END, top, 40, { ...SMALL, isCode: true, align: 'end' });
  }
  return y + LOANS + lent.length * LEADING;
}

function drawNext(pen: Pen, { delivery }: DepositReceipt, { texts, language }: Wording, y: number): number {
  const { next, examined, fee, collect, send } = texts.receipt;
  const room = delivery === 'store' ? HALF - 5 : ROOM;
  pen.write(next, MARGIN, y, room, HEADING);
  const text = [examined, fee, delivery === 'store' ? collect : send].join(UNSPACED.has(language) ? '' : ' ');
  return paragraph(pen, text, { x: MARGIN, room, leading: LEADING, y: y + 6.5 }, LARGE);
}

/** Sentences follow each other without a space. */
const UNSPACED: ReadonlySet<Wording['language']> = new Set(['ja', 'zh-CN', 'zh-TW']);

/** What a client who collects brings along. */
function drawBring(pen: Pen, { delivery }: DepositReceipt, { texts }: Wording, y: number): number {
  if (delivery !== 'store') return y;
  const { title, receipt, identity, other } = texts.receipt.bring;
  const x = MARGIN + HALF + 5;
  pen.write(title, x, y, HALF - 5, HEADING);
  return [receipt, identity, other].reduce((at, text) => {
    pen.write('•', x, at, 4, LARGE);
    return paragraph(pen, text, { x: x + 4, room: HALF - 9, leading: LEADING, y: at }, LARGE) + 0.8;
  }, y + 6.5);
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
