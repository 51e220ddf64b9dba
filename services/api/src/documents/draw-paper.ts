import { unreachable } from '@atelier/domain/decider.ts';
import type { Paper, PaperRequest, ReceiptPiece } from '@atelier/domain/documents/paper.ts';
import { createCanvas, loadImage, PDFDocument, type Image, type SKRSContext2D } from '@napi-rs/canvas';
import { careSheet } from './care-sheet.ts';
import { commandSheets } from './command-sheet.ts';
import { customsListSheets } from './customs-list.ts';
import type { Pictures } from './dispute-evidence.ts';
import { disputeFileSheets } from './dispute-file.ts';
import { Fonts } from './fonts.ts';
import { handoverSheets } from './handover-paper.ts';
import { itemLabelSheets } from './item-label.ts';
import { packageLabelSheets } from './package-label.ts';
import { receiptSheets } from './deposit-receipt.ts';
import { packingListSheets } from './packing-list.ts';
import { paymentSheets } from './payment-receipt.ts';
import { personFileSheets } from './person-file.ts';
import { Pen, POINTS } from './pen.ts';
import type { Sheet } from './sheet.ts';
import { workerBadgeSheets } from './worker-badge.ts';
import { wordingOf, type Wording } from './wording.ts';

export interface Drawn {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly pages: number;
}

/** A paper as PDF, or one page of it as a picture: drawn by the same hand, so the preview is what will be printed. */
export async function drawPaper({ paper, language, format, page }: PaperRequest): Promise<Drawn> {
  const wording = wordingOf(language);
  const sheets = sheetsOf(paper, wording, {
    signature: await pictureIn(paper),
    pictures: await picturesIn(paper),
  });
  const bytes = format === 'pdf' ? pdfOf(sheets, paper, wording) : pictureOf(sheets, page, wording);
  return { bytes: new Uint8Array(bytes), pages: sheets.length };
}

/** No pad gives a larger picture; a small file can claim to be a very large one. */
const MOST_PIXELS = 4096;
const PNG_WIDTH = 16;
const PNG_HEIGHT = 20;

/** The picture of a signature that has no strokes; undefined where there is none that can be drawn. */
async function pictureIn(paper: Paper): Promise<Image | undefined> {
  if (paper.kind !== 'packing-list' || paper.signature === null) return undefined;
  const { strokes, image } = paper.signature;
  if (strokes.length > 0 || image?.startsWith('data:image/png;base64,') !== true) return undefined;
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  const sides = bytes.length < 24 ? [] : [bytes.readUInt32BE(PNG_WIDTH), bytes.readUInt32BE(PNG_HEIGHT)];
  if (sides.length === 0 || sides.some((side) => side > MOST_PIXELS)) return undefined;
  // A broken picture costs the list nothing but the picture.
  return loadImage(bytes).catch(() => undefined);
}

/** The pictures of a dispute file, by their name in the archive; those of a receipt, by the number of their piece. */
async function picturesIn(paper: Paper): Promise<Pictures> {
  const found = new Map<string, Image>();
  for (const { name, base64, marks } of sourcesIn(paper)) {
    // A broken picture costs the paper nothing but the picture: the archive holds it.
    const image = await loadImage(Buffer.from(base64, 'base64')).catch(() => undefined);
    if (image === undefined || Math.max(image.width, image.height) > MOST_PIXELS) continue;
    found.set(name, marks === null ? image : await squareOf(image, marks));
  }
  return found;
}

interface Source {
  readonly name: string;
  readonly base64: string;
  /** Of a picture that is drawn small, as a square: its own pixels would only make the file large. Null: as it is. */
  readonly marks: ReceiptPiece['marks'] | null;
}

function sourcesIn(paper: Paper): readonly Source[] {
  if (paper.kind === 'dispute-file') return paper.dispute.pictures.map((each) => ({ ...each, marks: null }));
  if (paper.kind !== 'receipt') return [];
  return paper.receipt.pieces.flatMap(({ number, picture, marks }) =>
    picture === null ? [] : [{ name: number, base64: picture, marks }],
  );
}

/** Pixels of a side: 300 to the inch at 19 mm. */
const SQUARE = 230;

/** The middle of a picture as a small square, with the numbers of its marks; one beyond the edge stands at it. */
function squareOf(image: Image, marks: ReceiptPiece['marks']): Promise<Image> {
  const canvas = createCanvas(SQUARE, SQUARE);
  const context = canvas.getContext('2d');
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, SQUARE, SQUARE);
  const within = (at: number): number => Math.min(SQUARE - MARK, Math.max(MARK, (at / side) * SQUARE));
  for (const [index, { x, y, isOnPicture }] of marks.entries())
    if (isOnPicture)
      drawMark(context, index + 1, within(x * image.width - left), within(y * image.height - top));
  return loadImage(canvas.toBuffer('image/jpeg', 85));
}

const DIGITS = new Fonts('en', false).shape('0123456789');
/** Radius of a mark's disc, in pixels of the square. */
const MARK = 17;

function drawMark(context: SKRSContext2D, number: number, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, MARK, 0, 2 * Math.PI);
  context.fillStyle = '#8e1320';
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = '#ffffff';
  context.stroke();
  context.fillStyle = '#ffffff';
  context.font = `600 22px ${DIGITS.families}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(String(number), x, y + 1);
}

interface Drawings {
  readonly signature: Image | undefined;
  readonly pictures: Pictures;
}

function sheetsOf(paper: Paper, wording: Wording, { signature, pictures }: Drawings): readonly Sheet[] {
  switch (paper.kind) {
    case 'item-labels':
      return itemLabelSheets(paper, wording);
    case 'package-label':
      return packageLabelSheets(paper, wording);
    case 'packing-list':
      return packingListSheets(paper, wording, signature);
    case 'customs-list':
      return customsListSheets(paper, wording);
    case 'dispute-file':
      return disputeFileSheets(paper.dispute, wording, pictures);
    case 'handover':
      return handoverSheets(paper.handover, wording);
    case 'care':
      return [careSheet(paper.care, wording)];
    case 'receipt':
      return receiptSheets(paper.receipt, wording, pictures);
    case 'payment':
      return paymentSheets(paper.receipt, wording);
    case 'worker-badge':
      return workerBadgeSheets(paper, wording);
    case 'command-sheet':
      return commandSheets(wording);
    case 'person-file':
      return personFileSheets(paper, wording);
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
