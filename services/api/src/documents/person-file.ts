import type { Paper, PersonLine } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

type PersonFile = Extract<Paper, { kind: 'person-file' }>;

const FIRST_AT = 44;
const NEXT_AT = 24;
const LAST = A4.height - 22;
const CAPTIONS = 42;
const STEP = 4.6;
/** Signs that a line of the page takes for sure, in the widest script. */
const SIGNS = 62;

/** Everything held about a person, to be read by that person (A4): captions at the start, what is held beside them. */
export function personFileSheets(paper: PersonFile, wording: Wording): Sheet[] {
  const pages = pagesOf(paper.lines.flatMap(broken));
  return pages.map((lines, index) => ({
    ...A4,
    draw: (pen) => {
      const top = index === 0 ? head(pen, paper) : NEXT_AT;
      for (const [place, line] of lines.entries()) write(pen, line, top + place * STEP);
      foot(pen, paper, wording, [index + 1, pages.length]);
    },
  }));
}

/** A long text continues on separate lines, without its caption. */
function broken(line: PersonLine): readonly PersonLine[] {
  const parts = partsOf(line.value);
  return parts.map((value, at) => ({ ...line, caption: at === 0 ? line.caption : '', value }));
}

/** Between words where there are any: Chinese and Japanese break anywhere. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text.replaceAll(/\s+/g, ' ');
  while (rest.length > SIGNS) {
    const blank = rest.lastIndexOf(' ', SIGNS);
    const end = blank > SIGNS / 2 ? blank : SIGNS;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

function pagesOf(lines: readonly PersonLine[]): readonly (readonly PersonLine[])[] {
  const pages: PersonLine[][] = [];
  for (let from = 0; from < lines.length || pages.length === 0;) {
    const room = LAST - (pages.length === 0 ? FIRST_AT : NEXT_AT);
    const count = Math.floor(room / STEP);
    pages.push(lines.slice(from, from + count));
    from += count;
  }
  return pages;
}

function head(pen: Pen, { title }: PersonFile): number {
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, isCode: true });
  pen.write(title, MARGIN, 31, END - MARGIN, { size: 22, isSerif: true });
  hair(pen, 36);
  return FIRST_AT;
}

function write(pen: Pen, { caption, value, isHead }: PersonLine, y: number): void {
  if (isHead) {
    pen.write(value, MARGIN, y, END - MARGIN, { ...STRONG, size: 10 });
    hair(pen, y + 1.4);
    return;
  }
  pen.write(caption, MARGIN, y, CAPTIONS - 4, CAPTION);
  pen.write(value, MARGIN + CAPTIONS, y, END - MARGIN - CAPTIONS, BODY);
}

function foot(
  pen: Pen,
  { printed }: PersonFile,
  { texts, terms }: Wording,
  [page, pages]: readonly [number, number],
): void {
  const y = A4.height - 12;
  hair(pen, y - 4.5);
  pen.write(fillText(texts.printed, { date: printed }), MARGIN, y, 90, SMALL);
  pen.write(fillText(terms.page, { page, pages }), END, y, 50, { ...SMALL, align: 'end' });
}
