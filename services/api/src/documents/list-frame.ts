import type { PackageHead, PaperSite } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { drawCode128, drawQr } from './codes.ts';
import { routeLine } from './package-label.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

export const MARGIN = 16;
export const END = A4.width - MARGIN;
const INK = '#1C1A17';
const SECOND = '#5A554D';
const HAIR = '#B9B2A6';
const GREEN = '#1F4B3F';
const GOLD = '#B08D57';
const FOOT = A4.height - 12;

export const CAPTION: TextStyle = { size: 6.8, weight: 500, colour: SECOND };
export const BODY: TextStyle = { size: 8.6, colour: INK };
export const STRONG: TextStyle = { size: 8.6, weight: 600, colour: INK };
export const SMALL: TextStyle = { size: 7.2, colour: SECOND };
export const hair = (pen: Pen, y: number, from = MARGIN, to = END): void =>
  pen.rule(from, y, to, y, 0.15, HAIR);

/** One column: where it begins, how wide it is, and how a line of it is written at `y`. */
export interface Column<L> {
  readonly title: string;
  readonly x: number;
  readonly room: number;
  readonly isEnd?: boolean;
  readonly write: (pen: Pen, line: L, y: number, place: Pick<Column<L>, 'x' | 'room'>, index: number) => void;
}

export interface List<L> {
  readonly title: string;
  readonly head: PackageHead;
  readonly lines: readonly L[];
  readonly columns: readonly Column<L>[];
  /** What stands under the last line, and how much room it takes. */
  readonly closing: { readonly height: number; readonly draw: (pen: Pen, y: number) => void };
  readonly printed: string;
  readonly sent: string;
}

const ROW = 10.6;
const FIRST_ROWS_AT = 116;
const NEXT_ROWS_AT = 40;
const ROWS_END = A4.height - 22;

const fitting = (from: number, to: number): number => Math.floor((to - from) / ROW);

/** Lines cut into pages so that the closing part has its room under the last of them. */
export function pagesOf(count: number, closing: number): readonly (readonly [from: number, to: number])[] {
  const pages: [number, number][] = [];
  let from = 0;
  do {
    const top = pages.length === 0 ? FIRST_ROWS_AT : NEXT_ROWS_AT;
    const left = count - from;
    const isLast = left <= fitting(top, ROWS_END - closing);
    // Never the closing part alone on a page: one line at least goes with it.
    const to = isLast ? count : from + Math.min(fitting(top, ROWS_END), Math.max(1, left - 1));
    pages.push([from, to]);
    from = to;
    if (isLast) break;
  } while (from <= count);
  return pages;
}

export function listSheets<L>(list: List<L>, wording: Wording): Sheet[] {
  const pages = pagesOf(list.lines.length, list.closing.height);
  return pages.map(([from, to], index) => ({
    ...A4,
    draw: (pen) => {
      const isFirst = index === 0;
      if (isFirst) firstHead(pen, list, wording);
      else nextHead(pen, list);
      const top = isFirst ? FIRST_ROWS_AT : NEXT_ROWS_AT;
      rows(pen, list, [from, to], top);
      if (index === pages.length - 1) list.closing.draw(pen, top + (to - from) * ROW);
      foot(pen, list, wording, [index + 1, pages.length]);
    },
  }));
}

function rows<L>(
  pen: Pen,
  { columns, lines }: List<L>,
  [from, to]: readonly [number, number],
  top: number,
): void {
  for (const { title, x, room, isEnd } of columns) {
    const style = { ...CAPTION, align: isEnd === true ? 'end' : 'start' } as const;
    pen.write(title, isEnd === true ? x + room : x, top - 2.4, room, style);
  }
  pen.rule(MARGIN, top, END, top, 0.3, INK);
  for (const [place, line] of lines.slice(from, to).entries()) {
    const y = top + place * ROW;
    for (const column of columns) column.write(pen, line, y + 4.4, column, from + place + 1);
    hair(pen, y + ROW);
  }
}

function firstHead<L>(pen: Pen, { title, head, sent }: List<L>, wording: Wording): void {
  const room = END - MARGIN - 34;
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, colour: GREEN, isCode: true });
  pen.write(title, MARGIN, 31, room, { size: 26, isSerif: true, colour: INK });
  pen.write(routeLine(head, wording), MARGIN, 37.5, room, { ...BODY, colour: SECOND });
  pen.rule(MARGIN, 41.5, END - 32, 41.5, 0.25, GOLD);
  pen.write(wording.terms.field.tracking, MARGIN, 47, room, CAPTION);
  const number = pen.shrunk(head.trackingNumber, room, { size: 14, weight: 700, colour: INK, isCode: true });
  pen.write(head.trackingNumber, MARGIN, 52.5, room, number);
  drawCode128(pen, head.trackingNumber, { x: MARGIN, y: 55, room, height: 8, isAtStart: true });
  drawQr(pen, head.trackingNumber, END - 26, 14, 26);
  parties(pen, head, wording);
  factStrip(pen, head, sent, wording);
}

function parties(pen: Pen, head: PackageHead, wording: Wording): void {
  const half = (END - MARGIN) / 2;
  const { texts, values } = wording;
  hair(pen, 67.5);
  party(pen, texts.sender, siteLines(head.from, wording), MARGIN, half - 6);
  const to =
    head.to === null
      ? [values.way.client, head.toCountry === null ? '' : wording.country(head.toCountry)]
      : siteLines(head.to, wording);
  party(pen, texts.receiver, to, MARGIN + half, half);
}

function siteLines(site: PaperSite, wording: Wording): readonly string[] {
  const { code, name, address, postalCode, city, country } = site;
  return [`${name} (${code})`, address, `${postalCode} ${city}`.trim(), wording.country(country)];
}

function party(pen: Pen, caption: string, lines: readonly string[], x: number, room: number): void {
  pen.write(caption, x, 72.5, room, CAPTION);
  const filledLines = lines.filter((line) => line !== '');
  for (const [index, line] of filledLines.entries()) {
    pen.write(line, x, 77.4 + index * 4.2, room, index === 0 ? { ...STRONG, size: 9.6 } : BODY);
  }
}

function factStrip(pen: Pen, head: PackageHead, sent: string, wording: Wording): void {
  const { texts, terms } = wording;
  hair(pen, 94);
  const facts = [
    [terms.field.carrier, head.carrier ?? texts.none, false],
    [terms.field.seal, head.sealNumber ?? texts.none, true],
    [
      terms.field.grossWeight,
      head.grossWeight === null ? texts.none : wording.grams(head.grossWeight),
      false,
    ],
    [texts.pieces, wording.number(head.itemCount), false],
    [texts.sent, sent, false],
  ] as const;
  const step = (END - MARGIN) / facts.length;
  for (const [index, [caption, value, isCode]] of facts.entries()) {
    const x = MARGIN + index * step;
    pen.write(caption, x, 98.6, step - 3, CAPTION);
    const style = { ...STRONG, isCode };
    pen.write(value, x, 103.4, step - 3, pen.shrunk(value, step - 3, style, 6.6));
  }
  hair(pen, 106.5);
}

function nextHead<L>(pen: Pen, { title, head }: List<L>): void {
  pen.write(title, MARGIN, 24, 100, { size: 16, isSerif: true, colour: INK });
  pen.write(head.trackingNumber, END, 24, 70, { ...STRONG, isCode: true, align: 'end' });
  pen.rule(MARGIN, 28, END, 28, 0.25, GOLD);
}

function foot<L>(
  pen: Pen,
  { head, printed }: List<L>,
  { texts, terms }: Wording,
  [page, pages]: readonly [number, number],
): void {
  hair(pen, FOOT - 4.5);
  pen.write(head.trackingNumber, MARGIN, FOOT, 60, { ...SMALL, isCode: true });
  pen.write(fillText(texts.printed, { date: printed }), A4.width / 2, FOOT, 60, {
    ...SMALL,
    align: 'middle',
  });
  pen.write(fillText(terms.page, { page, pages }), END, FOOT, 50, { ...SMALL, align: 'end' });
}
