import type { PackageHead, Paper, PaperSite } from '@atelier/domain/documents/paper.ts';
import { A4, LABEL_AREA } from '@atelier/domain/documents/sizes.ts';
import { drawCode128, drawQr } from './codes.ts';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const MARGIN = 6;
const CAPTION = { size: 7.5, weight: 500 } as const;

/** The parcel's label, on a roll of 100 × 150 or in the upper corner of an A4 page with marks to cut along. */
export function packageLabelSheets(
  paper: Extract<Paper, { kind: 'package-label' }>,
  wording: Wording,
): Sheet[] {
  const area = LABEL_AREA[paper.size];
  const label = (pen: Pen) => drawPackageLabel(pen, paper.head, wording);
  const onPage = (pen: Pen) => {
    pen.within(ON_A4.x, ON_A4.y, area.width, wording.language, label);
    cutMarks(pen);
  };
  const sheet = paper.size === 'a4' ? { ...A4, draw: onPage } : { ...area, draw: label };
  return Array.from({ length: paper.copies }, () => sheet);
}

const ON_A4 = { x: 12, y: 12 } as const;

function cutMarks(pen: Pen): void {
  const { width, height } = LABEL_AREA.a4;
  const [left, top, right, bottom] = [ON_A4.x, ON_A4.y, ON_A4.x + width, ON_A4.y + height];
  for (const x of [left, right]) {
    pen.rule(x, top - 6, x, top - 2, 0.15);
    pen.rule(x, bottom + 2, x, bottom + 6, 0.15);
  }
  for (const y of [top, bottom]) {
    pen.rule(left - 6, y, left - 2, y, 0.15);
    pen.rule(right + 2, y, right + 6, y, 0.15);
  }
}

export function routeLine(head: PackageHead, { texts, values }: Wording): string {
  if (head.orderType === 4 && head.to === null) return values.way.client;
  return { 1: values.way.workshop, 2: texts.way2, 3: texts.way3, 4: texts.way4 }[head.orderType];
}

/** Where it goes, from where, and what must arrive; black alone, for thermal paper. No street, no phone, no client. */
function drawPackageLabel(pen: Pen, head: PackageHead, wording: Wording): void {
  const { width } = LABEL_AREA['100x150'];
  const [x, end, room] = [MARGIN, width - MARGIN, width - 2 * MARGIN];
  const { texts, terms } = wording;
  pen.write('Atelier', x, 12.5, 40, { size: 18, isSerif: true, isCode: true });
  pen.write(routeLine(head, wording), end, 12, 52, { size: 9.5, weight: 600, align: 'end' });
  pen.rule(x, 16, end, 16, 0.5);
  pen.write(texts.from, x, 21.5, room, CAPTION);
  site(pen, head.from, { x, y: 27, room }, wording, { size: 11, weight: 600 });
  pen.rule(x, 36.5, end, 36.5, 0.25);
  pen.write(terms.field.to, x, 42, room, CAPTION);
  receiver(pen, head, { x, y: 50, room }, wording);
  pen.rule(x, 62.5, end, 62.5, 0.5);
  facts(pen, head, wording);
  pen.rule(x, 90.5, end, 90.5, 0.5);
  codes(pen, head, wording);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

function site(
  pen: Pen,
  { name, code, city, country }: PaperSite,
  { x, y, room }: Place,
  wording: Wording,
  style: { readonly size: number; readonly weight: number },
): void {
  pen.write(name, x, y, room, style);
  pen.write(wording.list([code, city, wording.country(country)]), x, y + style.size * 0.45, room, {
    size: Math.max(9, style.size * 0.6),
    weight: 500,
  });
}

function receiver(pen: Pen, head: PackageHead, place: Place, wording: Wording): void {
  if (head.to !== null) return site(pen, head.to, place, wording, { size: 17, weight: 700 });
  const { x, y, room } = place;
  pen.write(wording.values.way.client, x, y, room, { size: 15, weight: 700 });
  if (head.toCountry === null) return;
  pen.write(wording.country(head.toCountry), x, y + 7.6, room, { size: 10, weight: 500 });
}

/** Two by two: pieces, weight, seal, carrier. */
function facts(pen: Pen, head: PackageHead, wording: Wording): void {
  const { texts, terms } = wording;
  const weight = head.grossWeight === null ? texts.none : wording.grams(head.grossWeight);
  const cells = [
    [texts.pieces, wording.number(head.itemCount), false],
    [terms.field.grossWeight, weight, false],
    [terms.field.seal, head.sealNumber ?? texts.none, true],
    [terms.field.carrier, head.carrier ?? texts.none, false],
  ] as const;
  for (const [index, [caption, value, isCode]] of cells.entries()) {
    const x = MARGIN + (index % 2) * 45;
    const y = 67.5 + Math.floor(index / 2) * 12.5;
    pen.write(caption, x, y, 41, CAPTION);
    const style = { size: 13, weight: 600, isCode };
    pen.write(value, x, y + 5.8, 41, pen.shrunk(value, 41, style, 9));
  }
}

const QR = 30;

function codes(pen: Pen, head: PackageHead, wording: Wording): void {
  const { width, height } = LABEL_AREA['100x150'];
  const number = head.trackingNumber;
  const bottom = height - MARGIN;
  drawQr(pen, number, MARGIN, 93.5, QR);
  const [x, room] = [MARGIN + QR + 4, width - 2 * MARGIN - QR - 4];
  pen.write(wording.terms.field.tracking, x, 99, room, CAPTION);
  const big = pen.shrunk(number, room, { size: 17, weight: 700, isCode: true });
  pen.write(number, x, 106.5, room, big);
  drawCode128(pen, number, { x: 0, y: 126.5, room: width, height: bottom - 126.5 });
}
