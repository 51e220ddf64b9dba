import {
  type PackageLine,
  type Paper,
  type PaperSignature,
  totalsOf,
} from '@atelier/domain/documents/paper.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { BODY, CAPTION, END, hair, listSheets, MARGIN, SMALL, STRONG, type Column } from './list-frame.ts';
import { writePrice, writeTotals } from './money-lines.ts';
import type { Image } from '@napi-rs/canvas';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const INK_BOX = { width: 58, height: 20 } as const;

/** The contents of the package, for the person who opens it (A4). */
export function packingListSheets(
  paper: Extract<Paper, { kind: 'packing-list' }>,
  wording: Wording,
  picture: Image | undefined,
): Sheet[] {
  const { head, lines, signature } = paper;
  const { texts, values } = wording;
  const totals = totalsOf(lines);
  const totalsHeight = 8 + totals.money.length * 5.4;
  return listSheets(
    {
      title: values.document.packinglist,
      head,
      lines,
      columns: columnsOf(wording),
      sent: head.sentAt === null ? texts.draft : wording.moment(head.sentAt, paper.timeZone),
      printed: wording.moment(paper.printedAt, paper.timeZone),
      closing: {
        height: totalsHeight + (signature === null ? 4 : 34),
        draw: (pen, y) => {
          writeTotals(pen, totals, y, texts.total, wording);
          if (signature !== null) drawSignature(pen, signature, y + totalsHeight, wording, picture);
        },
      },
    },
    wording,
  );
}

/** Words with the marks after them: no line begins with a full stop. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text,
  )) {
    const last = words.at(-1);
    if (isWordLike === true || last === undefined) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
}

/** A text over two lines: as many words as `fits` on the first, whatever the script, and the others below. */
export function inTwoLines(text: string, fits: (line: string) => boolean): readonly [string, string] {
  if (fits(text)) return [text, ''];
  let first = '';
  for (const word of wordsOf(text)) {
    if (first !== '' && !fits(`${first}${word}`.trimEnd())) break;
    first += word;
  }
  return [first.trimEnd(), text.slice(first.length).trimStart()];
}

function columnsOf(wording: Wording): readonly Column<PackageLine>[] {
  const { texts, terms } = wording;
  return [
    {
      title: texts.line,
      x: MARGIN,
      room: 8,
      write: (pen, _, y, { x, room }, index) => pen.write(wording.number(index), x, y, room, BODY),
    },
    {
      title: terms.field.number,
      x: 25,
      room: 27,
      write: (pen, line, y, { x, room }) => pen.write(line.number, x, y, room, { ...STRONG, isCode: true }),
    },
    {
      title: terms.field.product,
      x: 54,
      room: 48,
      write: (pen, line, y, { x, room }) => {
        pen.write(line.name, x, y, room, BODY);
        pen.write(line.sku, x, y + 3.7, room, { ...SMALL, isCode: true });
      },
    },
    {
      title: terms.field.size,
      x: 104,
      room: 12,
      write: (pen, line, y, { x, room }) =>
        pen.write(line.size === '' ? texts.none : line.size, x, y, room, BODY),
    },
    {
      title: terms.field.reason,
      x: 118,
      room: 48,
      write: (pen, line, y, { x, room }) => {
        const all = line.reasons.length === 0 ? texts.none : wording.list(line.reasons);
        const [first, rest] = inTwoLines(all, (text) => pen.measure(text, BODY) <= room);
        pen.write(first, x, y, room, BODY);
        if (rest !== '') pen.write(rest, x, y + 3.7, room, SMALL);
      },
    },
    {
      title: texts.price,
      x: 168,
      room: END - 168,
      isEnd: true,
      write: (pen, line, y) => writePrice(pen, line.price, y, wording),
    },
  ];
}

/** A signature as it was drawn, 34 mm high with its caption and its name. */
export function drawSignature(
  pen: Pen,
  { signer, strokes }: PaperSignature,
  y: number,
  wording: Wording,
  picture?: Image,
): void {
  const { texts, terms } = wording;
  pen.write(terms.field.signature, MARGIN, y + 4, 60, CAPTION);
  pen.ink(strokes, MARGIN, y + 5.5, INK_BOX);
  if (picture !== undefined) pen.picture(picture, MARGIN, y + 5.5, INK_BOX);
  hair(pen, y + 27, MARGIN, MARGIN + INK_BOX.width);
  if (signer !== '') pen.write(fillText(texts.signedBy, { name: signer }), MARGIN, y + 31, 90, SMALL);
}
