import {
  type Area,
  type ItemLabelSize,
  A4,
  LABEL_AREA,
  LABELS_A_SHEET,
  pagesFor,
  SHEET,
} from '@atelier/domain/documents/sizes.ts';
import type { ItemLabel, Paper } from '@atelier/domain/documents/paper.ts';
import { printable } from '@atelier/domain/documents/printable.ts';
import { drawCode128, drawQr } from './codes.ts';
import type { Sheet } from './sheet.ts';
import type { Pen } from './pen.ts';
import type { Wording } from './wording.ts';

const MARGIN = 2.5;
/** Six dots a module for the numbers we give: read at arm's length. */
const QR = 15.75;
const GAP = 2.5;

/** One label per copy and item: a page each on a roll, three by eight on a sheet. */
export function itemLabelSheets(paper: Extract<Paper, { kind: 'item-labels' }>, wording: Wording): Sheet[] {
  const labels = paper.labels.flatMap((label) => Array.from({ length: paper.copies }, () => label));
  if (paper.size === 'a4-3x8') return sheetsOf(labels, paper.start, wording);
  const area = LABEL_AREA[paper.size];
  return labels.map((label) => ({ ...area, draw: (pen) => drawItemLabel(pen, label, area, wording) }));
}

/** Black on white and nothing finer than a dot of a thermal printer. Nothing of the customer (product/documents.md §1). */
function drawItemLabel(pen: Pen, label: ItemLabel, area: Area, { terms }: Wording): void {
  drawQr(pen, label.number, MARGIN, MARGIN, QR);
  const x = MARGIN + QR + GAP;
  const room = area.width - x - MARGIN;
  const big = pen.shrunk(label.number, room, { size: 13, weight: 700, isCode: true });
  pen.write(label.number, x, MARGIN + 4, room, big);
  const size = printable(label.size);
  const sized = size === '' ? 0 : pen.measure(`${terms.field.size} ${size}`, SIZE) + 2;
  pen.write(label.sku, x, MARGIN + 8.1, room - sized, { size: 8.5, weight: 600, isCode: true });
  if (size !== '') pen.write(`${terms.field.size} ${size}`, area.width - MARGIN, MARGIN + 8.1, room, SIZE);
  pen.write(label.name, x, MARGIN + 11.7, room, { size: 7, weight: 500 });
  pen.write(label.store, x, MARGIN + 15.2, room, { size: 7, weight: 500 });
  const top = MARGIN + QR + 1.75;
  const height = area.height - top - MARGIN;
  drawCode128(pen, label.number, { x: 0, y: top, room: area.width, height });
}

const SIZE = { size: 8.5, weight: 600, align: 'end' } as const;

function sheetsOf(labels: readonly ItemLabel[], start: number, wording: Wording): Sheet[] {
  const places = [...Array.from({ length: start - 1 }, () => null), ...labels];
  const pages = pagesFor('a4-3x8', labels.length, start);
  return Array.from({ length: pages }, (_, index) => ({
    ...A4,
    draw: (pen) =>
      drawSheet(pen, places.slice(index * LABELS_A_SHEET, (index + 1) * LABELS_A_SHEET), 'a4-3x8', wording),
  }));
}

function drawSheet(
  pen: Pen,
  places: readonly (ItemLabel | null)[],
  size: ItemLabelSize,
  wording: Wording,
): void {
  const area = LABEL_AREA[size];
  const { columns, rows, cell } = SHEET;
  const inset = { x: (cell.width - area.width) / 2, y: (cell.height - area.height) / 2 };
  const top = (A4.height - rows * cell.height) / 2;
  for (const [place, label] of places.entries()) {
    if (label === null) continue;
    const x = (place % columns) * cell.width + inset.x;
    const y = top + Math.floor(place / columns) * cell.height + inset.y;
    pen.within(x, y, area.width, wording.language, (inner) => drawItemLabel(inner, label, area, wording));
  }
}
