import { unreachable } from '@atelier/domain/decider.ts';
import type { Paper, PaperRequest } from '@atelier/domain/papers/paper.ts';
import { createCanvas, PDFDocument } from '@napi-rs/canvas';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { customsListSheets } from './customs-list.ts';
import { itemLabelSheets } from './item-label.ts';
import { packageLabelSheets } from './package-label.ts';
import { packingListSheets } from './packing-list.ts';
import { Pen, POINTS } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { wordingOf } from './wording.ts';
import type { Wording } from './wording.ts';

export interface Drawn {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
}

/** A paper as PDF, or one page of it as a picture: drawn by the same hand, so the preview is what will be printed. */
export function drawPaper({ paper, language, format, page }: PaperRequest): Drawn {
  const wording = wordingOf(language);
  const sheets = sheetsOf(paper, wording);
  const bytes = format === 'pdf' ? pdfOf(sheets, paper, wording) : pictureOf(sheets, page, wording);
  return { bytes: new Uint8Array(bytes), pages: sheets.length };
}

function sheetsOf(paper: Paper, wording: Wording): readonly Sheet[] {
  switch (paper.kind) {
    case 'item-labels':
      return itemLabelSheets(paper, wording);
    case 'package-label':
      return packageLabelSheets(paper, wording);
    case 'packing-list':
      return packingListSheets(paper, wording);
    case 'customs-list':
      return customsListSheets(paper, wording);
    default:
      return unreachable(paper);
  }
}

function pdfOf(sheets: readonly Sheet[], paper: Paper, { language }: Wording): Uint8Array {
  const pdf = new PDFDocument({ title: paper.kind, creator: 'Atelier', producer: 'Atelier' });
  for (const { width, height, draw } of sheets) {
    // The library declares the browser's context here, and gives its own.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const context = pdf.beginPage(width * POINTS, height * POINTS) as SKRSContext2D;
    draw(new Pen(context, width, language));
    pdf.endPage();
  }
  return pdf.close();
}

/** Pixels of the longer side of a picture. */
const PICTURE = 1400;

function pictureOf(sheets: readonly Sheet[], page: number, { language }: Wording): Uint8Array {
  const sheet = sheets[Math.min(page, sheets.length) - 1];
  if (sheet === undefined) throw new RangeError('a paper without pages');
  const { width, height, draw } = sheet;
  const scale = PICTURE / Math.max(width, height);
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale / POINTS, scale / POINTS);
  draw(new Pen(context, width, language));
  return canvas.toBuffer('image/png');
}
