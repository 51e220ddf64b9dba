import type { DisputePaper } from '@atelier/domain/documents/paper.ts';
import type { Image } from '@napi-rs/canvas';
import { drawProof } from './handover-paper.ts';
import { CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import { paragraph } from './paragraph.ts';
import type { Pen } from './pen.ts';
import type { Wording } from './wording.ts';

/** Pictures of a paper, by their name in the archive; what could not be read is missing. */
export type Pictures = ReadonlyMap<string, Image>;

/** What is drawn on one page below its head. */
export type PageBody = (pen: Pen) => void;

interface Cell {
  readonly caption: string;
  readonly draw: (pen: Pen, x: number, y: number) => void;
}

const TOP = 40;
const COLUMNS = 2;
const ROWS = 3;
const GAP = 8;
const WIDTH = (END - MARGIN - GAP) / COLUMNS;
const HEIGHT = 72;
const BOX = { width: WIDTH, height: HEIGHT - 14 };
const INK = { width: 70, height: 36 };

/** Signatures as they were drawn and pictures as they are kept, six a page; then the way to the proof with the log's key. */
export function evidencePages(
  paper: DisputePaper,
  wording: Wording,
  pictures: Pictures,
): readonly PageBody[] {
  const cells = [...signatureCells(paper, wording), ...pictureCells(paper, pictures)];
  const pages: PageBody[] = [];
  for (let first = 0; first < cells.length; first += COLUMNS * ROWS)
    pages.push((pen) => drawCells(pen, cells.slice(first, first + COLUMNS * ROWS)));
  return [...pages, (pen) => drawEnd(pen, paper, wording)];
}

function signatureCells({ signatures, timeZone }: DisputePaper, wording: Wording): readonly Cell[] {
  return signatures.map(({ name, at, strokes }) => ({
    caption: wording.list([
      wording.terms.field.signature,
      name,
      at === null ? '' : wording.moment(at, timeZone),
    ]),
    draw: (pen, x, y) => pen.ink(strokes, x, y, INK),
  }));
}

const pictureCells = ({ pictures }: DisputePaper, drawn: Pictures): readonly Cell[] =>
  pictures.map(({ name }) => ({
    caption: name,
    draw: (pen, x, y) => {
      const image = drawn.get(name);
      if (image !== undefined) pen.picture(image, x, y, BOX);
    },
  }));

function drawCells(pen: Pen, cells: readonly Cell[]): void {
  for (const [place, { caption, draw }] of cells.entries()) {
    const x = MARGIN + (place % COLUMNS) * (WIDTH + GAP);
    const y = TOP + Math.floor(place / COLUMNS) * (HEIGHT + GAP / 2);
    pen.write(caption, x, y, WIDTH, CAPTION);
    draw(pen, x, y + 3);
    hair(pen, y + HEIGHT - 6, x, x + WIDTH);
  }
}

/** A sentence for the customer, and how to check it. */
function drawEnd(pen: Pen, paper: DisputePaper, wording: Wording): void {
  const { unchanged, unchangedText } = wording.texts.dispute;
  pen.write(unchanged, MARGIN, TOP + 2, END - MARGIN, { ...STRONG, size: 13 });
  const under = { x: MARGIN, y: TOP + 9, room: END - MARGIN, leading: 5 };
  paragraph(pen, unchangedText, under, SMALL);
  drawProof(pen, paper, wording, TOP + 34);
}
