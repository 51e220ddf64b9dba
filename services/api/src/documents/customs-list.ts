import { type CustomsLine, type PackageHead, type Paper, totalsOf } from '@atelier/domain/documents/paper.ts';
import { BODY, CAPTION, END, hair, listSheets, MARGIN, SMALL, STRONG, type Column } from './list-frame.ts';
import { writePrice, writeTotals } from './money-lines.ts';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

/** What customs want to know, like an invoice: declared values, headings, origins, net weights (A4). */
export function customsListSheets(
  paper: Extract<Paper, { kind: 'customs-list' }>,
  wording: Wording,
): Sheet[] {
  const { head, lines } = paper;
  const { texts, values } = wording;
  const totals = totalsOf(lines);
  const isOpen = lines.some(
    ({ hs, origin, netWeight }) => hs === null || origin === null || netWeight === null,
  );
  const totalsHeight = 8 + Math.max(2, totals.money.length) * 5.4;
  return listSheets(
    {
      title: values.document.customslist,
      head,
      lines,
      columns: columnsOf(wording),
      sent: head.sentAt === null ? texts.draft : wording.moment(head.sentAt, paper.timeZone),
      printed: wording.moment(paper.printedAt, paper.timeZone),
      closing: {
        height: totalsHeight + 40,
        draw: (pen, y) => {
          writeTotals(pen, totals, y, texts.total, wording);
          writeWeight(pen, lines, y, wording);
          declaration(pen, head, y + totalsHeight, isOpen, wording);
        },
      },
    },
    wording,
  );
}

function columnsOf(wording: Wording): readonly Column<CustomsLine>[] {
  const { texts, terms } = wording;
  return [
    {
      title: texts.line,
      x: MARGIN,
      room: 8,
      write: (pen, _, y, { x, room }, index) => pen.write(wording.number(index), x, y, room, BODY),
    },
    {
      title: terms.field.product,
      x: 25,
      room: 64,
      write: (pen, line, y, { x, room }) => {
        pen.write(line.name, x, y, room, BODY);
        pen.write(`${line.number} · ${line.sku}`, x, y + 3.7, room, { ...SMALL, isCode: true });
      },
    },
    {
      title: texts.heading,
      x: 92,
      room: 19,
      write: (pen, line, y, place) => orBlank(pen, line.hs, y, place, { ...BODY, isCode: true }),
    },
    {
      title: texts.origin,
      x: 113,
      room: 24,
      write: (pen, line, y, place) =>
        orBlank(pen, line.origin === null ? null : wording.country(line.origin), y, place, BODY),
    },
    {
      title: texts.quantity,
      x: 139,
      room: 10,
      write: (pen, _, y, { x, room }) => pen.write(wording.number(1), x, y, room, BODY),
    },
    {
      title: texts.netWeight,
      x: 150,
      room: 18,
      write: (pen, line, y, place) =>
        orBlank(pen, line.netWeight === null ? null : wording.grams(line.netWeight / 1000), y, place, BODY),
    },
    {
      title: terms.field.value,
      x: 168,
      room: END - 168,
      isEnd: true,
      write: (pen, line, y) => writePrice(pen, line.price, y, wording),
    },
  ];
}

/** What is not known is left open to be filled in by hand: nothing is made up for customs. */
function orBlank(
  pen: Pen,
  value: string | null,
  y: number,
  { x, room }: { readonly x: number; readonly room: number },
  style: typeof BODY,
): void {
  if (value === null) pen.rule(x, y + 1, x + room - 4, y + 1, 0.2, '#8C857A');
  else pen.write(value, x, y, room, style);
}

/** Only when every piece's is known: half a sum is a wrong one. */
function writeWeight(pen: Pen, lines: readonly CustomsLine[], y: number, wording: Wording): void {
  const weights = lines.map(({ netWeight }) => netWeight);
  if (weights.includes(null)) return;
  const grams = weights.reduce((sum: number, each) => sum + (each ?? 0), 0) / 1000;
  pen.write(wording.texts.totalWeight, MARGIN, y + 6.4, 40, STRONG);
  pen.write(wording.grams(grams), MARGIN + 44, y + 6.4, 30, { ...STRONG, size: 10 });
}

export function purposeOf({ orderType, to }: PackageHead, { texts }: Wording): string {
  // From a shop to its client's door: no transfer between shops.
  if (orderType === 4 && to === null) return texts.purpose2;
  return { 1: texts.purpose1, 2: texts.purpose2, 3: texts.purpose3, 4: texts.purpose4 }[orderType];
}

function declaration(pen: Pen, head: PackageHead, y: number, isOpen: boolean, wording: Wording): void {
  const { texts } = wording;
  const room = END - MARGIN;
  pen.write(texts.purpose, MARGIN, y + 4, room, CAPTION);
  pen.write(purposeOf(head, wording), MARGIN, y + 8.6, room, STRONG);
  pen.write(texts.statement, MARGIN, y + 13.4, room, BODY);
  if (isOpen) pen.write(texts.byHand, MARGIN, y + 18, room, SMALL);
  hair(pen, y + 33, MARGIN, MARGIN + 80);
  pen.write(texts.declarant, MARGIN, y + 36.6, 80, SMALL);
}
