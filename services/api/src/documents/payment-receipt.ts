import { type PaymentReceipt, totalsOf } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const LARGE: TextStyle = { ...BODY, size: 9.5 };
const HEADING: TextStyle = { size: 13, isSerif: true };
const ROOM = END - MARGIN;
const HALF = ROOM / 2;
const LEADING = 4.9;
const FOOT = A4.height - 12;
const FIRST_AT = 106;
const NEXT_AT = 34;
/** Of the second column of a row, before its amount. */
const MIDDLE = 92;
const AMOUNT = 38;

/** A line of the receipt: how high it is, and how it is drawn with its top at `y`. */
interface Row {
  readonly height: number;
  readonly draw: (pen: Pen, y: number) => void;
}

/** What a client paid at once (product/documents.md §9). */
export function paymentSheets(receipt: PaymentReceipt, wording: Wording): readonly Sheet[] {
  const pages = pagesOf(rowsOf(receipt, wording));
  return pages.map((rows, index) => ({
    ...A4,
    draw: (pen) => {
      if (index === 0) drawHead(pen, receipt, wording);
      else drawNextHead(pen, receipt, wording);
      let y = index === 0 ? FIRST_AT : NEXT_AT;
      for (const { height, draw } of rows) {
        draw(pen, y);
        y += height;
      }
      drawFoot(pen, receipt, wording, [index + 1, pages.length]);
    },
  }));
}

function pagesOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const pages: Row[][] = [[]];
  let y = FIRST_AT;
  for (const row of rows) {
    if (y + row.height > FOOT - 10) {
      pages.push([]);
      y = NEXT_AT;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
}

function rowsOf({ pieces, parts, refunds, timeZone }: PaymentReceipt, wording: Wording): readonly Row[] {
  const { texts, terms, money, list, moment } = wording;
  const meansOf = (means: string) => (terms.means as Readonly<Record<string, string>>)[means] ?? means;
  const referenceOf = (reference: string) =>
    reference === '' ? '' : fillText(texts.payment.reference, { reference });
  const total = list(totalsOf(parts.map(({ amount }) => ({ price: amount }))).money.map(money));
  return [
    heading(texts.payment.pieces),
    ...pieces.flatMap(({ number, name, sku, fee, paid }) => [
      row(list([name, sku]), number, money(paid), STRONG),
      row(`${terms.field.fee} ${money(fee)}`, '', '', SMALL),
    ]),
    heading(texts.payment.parts),
    ...parts.map(({ means, reference, amount, isCorrected }) =>
      row(
        meansOf(means),
        list([referenceOf(reference), isCorrected ? texts.payment.corrected : '']),
        money(amount),
        LARGE,
      ),
    ),
    sum(texts.total, total),
    ...(refunds.length === 0 ? [] : [heading(terms.field.refunded)]),
    ...refunds.map(({ number, means, amount, at }) =>
      row(list([meansOf(means), moment(at, timeZone)]), number, money(amount), LARGE),
    ),
  ];
}

const heading = (text: string): Row => ({
  height: 13,
  draw: (pen, y) => {
    pen.write(text, MARGIN, y + 7, ROOM, HEADING);
    hair(pen, y + 9.5);
  },
});

const row = (first: string, second: string, amount: string, style: TextStyle): Row => ({
  height: LEADING + 0.8,
  draw: (pen, y) => {
    pen.write(first, MARGIN, y + 4, MIDDLE - 4, pen.shrunk(first, MIDDLE - 4, style));
    pen.write(second, MARGIN + MIDDLE, y + 4, ROOM - MIDDLE - AMOUNT - 2, SMALL);
    if (amount !== '') pen.write(amount, END, y + 4, AMOUNT, { ...style, isCode: true, align: 'end' });
  },
});

const sum = (caption: string, amount: string): Row => ({
  height: 11,
  draw: (pen, y) => {
    hair(pen, y + 1.5);
    pen.write(caption, MARGIN, y + 7.5, HALF, { ...STRONG, size: 10 });
    pen.write(amount, END, y + 7.5, HALF, { ...STRONG, size: 13, isCode: true, align: 'end' });
  },
});

function drawHead(
  pen: Pen,
  receipt: PaymentReceipt,
  { texts, customer, moment, list, country }: Wording,
): void {
  const { number, client, paidAt, clerk, timeZone, shop } = receipt;
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, isCode: true });
  const { title } = texts.payment;
  pen.write(title, MARGIN, 31, ROOM, pen.shrunk(title, ROOM, { size: 26, isSerif: true }));
  pen.rule(MARGIN, 36, END, 36, 0.25, '#B08D57');
  pen.write(texts.payment.number, MARGIN, 43, HALF, CAPTION);
  pen.write(number, MARGIN, 49.5, HALF, { ...STRONG, size: 15, isCode: true });
  hair(pen, 56);
  const by = clerk === '' ? '' : fillText(texts.receipt.with, { name: clerk });
  const own = [
    [customer.fact.customer, client],
    [texts.payment.paidAt, list([moment(paidAt, timeZone), by])],
  ] as const;
  for (const [place, [caption, value]] of own.entries()) {
    pen.write(caption, MARGIN, 62 + place * 11, HALF - 6, CAPTION);
    pen.write(value, MARGIN, 67 + place * 11, HALF - 6, { ...LARGE, weight: place === 0 ? 600 : 400 });
  }
  const town = `${shop.postalCode} ${shop.city}`.trim();
  const lines = [shop.name, shop.address, town, country(shop.country), shop.phone].filter(
    (line) => line !== '',
  );
  pen.write(texts.handover.shop, MARGIN + HALF, 62, HALF, CAPTION);
  for (const [place, line] of lines.entries())
    pen.write(
      line,
      MARGIN + HALF,
      67 + place * LEADING,
      HALF,
      place === 0 ? { ...STRONG, size: 9.5 } : LARGE,
    );
}

function drawNextHead(pen: Pen, { number }: PaymentReceipt, { texts }: Wording): void {
  pen.write(texts.payment.title, MARGIN, 22, 120, { size: 16, isSerif: true });
  pen.write(number, END, 22, 60, { ...STRONG, isCode: true, align: 'end' });
  pen.rule(MARGIN, 26, END, 26, 0.25, '#B08D57');
}

function drawFoot(
  pen: Pen,
  { number, printedAt, timeZone }: PaymentReceipt,
  { texts, terms, moment }: Wording,
  [page, pages]: readonly [number, number],
): void {
  hair(pen, FOOT - 4.5);
  pen.write(number, MARGIN, FOOT, 60, { ...SMALL, isCode: true });
  const printed = fillText(texts.printed, { date: moment(printedAt, timeZone) });
  pen.write(printed, A4.width / 2, FOOT, 60, { ...SMALL, align: 'middle' });
  pen.write(fillText(terms.page, { page, pages }), END, FOOT, 50, { ...SMALL, align: 'end' });
}
