import type { DisputePaper } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { eventWords } from '@atelier/contracts/locales/event-words.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { evidencePages, type PageBody, type Pictures } from './dispute-evidence.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

/** One line of the file: a heading, or what stands beside a moment or a name. */
interface Line {
  readonly left: string;
  readonly text: string;
  readonly style: TextStyle;
  readonly leftRoom: number;
}

const ROW = 5.4;
const TOP = 34;
const PER_PAGE = Math.floor((A4.height - 24 - TOP) / ROW);
const MOMENT_ROOM = 42;

/**
 * The dispute file on paper: the piece and its warranty, who held it, what happened when and when that was recorded, the hashes of all
 * files, signatures, pictures, and the way to the proof.
 */
export function disputeFileSheets(
  dispute: DisputePaper,
  wording: Wording,
  pictures: Pictures,
): readonly Sheet[] {
  const bodies = [...linePages(linesOf(dispute, wording)), ...evidencePages(dispute, wording, pictures)];
  return bodies.map((body, index) => ({
    ...A4,
    draw: (pen) => {
      head(pen, dispute, wording);
      body(pen);
      const page = fillText(wording.terms.page, { page: index + 1, pages: bodies.length });
      pen.write(page, END, A4.height - 12, 50, { ...SMALL, align: 'end' });
    },
  }));
}

function linePages(lines: readonly Line[]): readonly PageBody[] {
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE));
  return Array.from({ length: pages }, (_, index) => (pen: Pen) => {
    for (const [place, line] of lines.slice(index * PER_PAGE, (index + 1) * PER_PAGE).entries())
      write(pen, line, TOP + (place + 1) * ROW);
  });
}

function head(pen: Pen, { number, madeAt, timeZone }: DisputePaper, wording: Wording): void {
  const { dispute } = wording.texts;
  pen.write(dispute.title, MARGIN, 20, 110, { size: 18, isSerif: true });
  pen.write(number, END, 20, 60, { ...STRONG, isCode: true, align: 'end' });
  const asOf = fillText(dispute.asOf, { date: wording.moment(madeAt, timeZone) });
  pen.write(asOf, MARGIN, 26, END - MARGIN, SMALL);
  hair(pen, 29);
}

function write(pen: Pen, { left, text, style, leftRoom }: Line, y: number): void {
  if (left !== '') pen.write(left, MARGIN, y, leftRoom - 3, { ...CAPTION, size: 7.4 });
  pen.write(text, MARGIN + leftRoom, y, END - MARGIN - leftRoom, style);
}

const heading = (text: string): readonly Line[] => [
  { left: '', text: '', style: BODY, leftRoom: 0 },
  { left: '', text, style: { ...STRONG, size: 11 }, leftRoom: 0 },
];

function linesOf(paper: DisputePaper, wording: Wording): readonly Line[] {
  const { texts, terms, values } = wording;
  const moment = (at: string) => wording.moment(at, paper.timeZone);
  const row = (left: string, text: string): Line => ({ left, text, style: BODY, leftRoom: MOMENT_ROOM });
  const small = (text: string): Line => ({ left: '', text, style: SMALL, leftRoom: MOMENT_ROOM });
  return [
    row(terms.field.product, wording.list([paper.name, paper.sku])),
    row(terms.field.warranty, warrantyOf(paper, wording)),
    ...heading(texts.dispute.custody),
    ...paper.custody.map(({ kind, name, since, until }) =>
      row(
        moment(since),
        wording.list([
          kind === 'site' ? name : fillText(values.holder[kind], { name, tracking: name }),
          until === null ? '' : `→ ${moment(until)}`,
        ]),
      ),
    ),
    ...heading(texts.dispute.timeline),
    ...paper.timeline.flatMap((entry) => [
      row(
        moment(entry.at),
        wording.list([
          eventWords(wording.language, entry),
          entry.money === null ? '' : wording.money(entry.money),
          entry.linkWay === null ? '' : wording.terms.feeLink.way[entry.linkWay],
          entry.atShop ? wording.terms.feeLink.atShop : '',
          entry.who,
        ]),
      ),
      ...wrapped(entry.words).map((text) => row('', text)),
      small(fillText(texts.dispute.recorded, { date: moment(entry.recordedAt) })),
    ]),
    ...heading(texts.dispute.files),
    ...paper.files.flatMap(({ name, sha256 }): readonly Line[] => [
      { left: name, text: sha256, style: { ...SMALL, size: 6.4, isCode: true }, leftRoom: 52 },
    ]),
  ];
}

const LINE_CHARACTERS = 84;
/** A wide character takes the room of two. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Splits a text into lines that fit on the paper; no text is cut. */
export function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let [line, room] = ['', LINE_CHARACTERS];
  for (const { segment } of words.segment(text.replaceAll(/\s+/g, ' ').trim())) {
    const width = Array.from(segment).reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);
    if (width > room && line !== '') {
      lines.push(line.trimEnd());
      [line, room] = ['', LINE_CHARACTERS];
    }
    line += line === '' ? segment.trimStart() : segment;
    room -= width;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

function warrantyOf({ warranty }: DisputePaper, { texts, list }: Wording): string {
  const { covered, uncovered, byHand } = texts.dispute;
  const verdict = fillText(warranty.inWarranty ? covered : uncovered, { day: warranty.until });
  const reason = warranty.override?.reason;
  return list([verdict, typeof reason === 'string' ? fillText(byHand, { reason }) : '']);
}
