import type { CareLeaflet } from '@atelier/domain/documents/paper.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { BODY, END, MARGIN, SMALL, STRONG } from './list-frame.ts';
import { paragraph } from './paragraph.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const LARGE: TextStyle = { ...BODY, size: 11.5 };
const ROOM = END - MARGIN;
const LEADING = 6.2;
const GAP = 4;
/** Where lines begin beside their mark. */
const INDENT = 7;

/** How a piece of this kind is worn, cleaned and kept (product/documents.md §6). Nothing of a person stands on it. */
export const careSheet = (paper: CareLeaflet, wording: Wording): Sheet => ({
  ...A4,
  draw: (pen) => drawCare(pen, paper, wording),
});

function drawCare(pen: Pen, { name, number, kind, shop }: CareLeaflet, { texts }: Wording): void {
  const { title, lead, every, kind: kinds, ask } = texts.care;
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, isCode: true });
  pen.write(title, MARGIN, 31, ROOM, { size: 26, isSerif: true });
  pen.rule(MARGIN, 36, END, 36, 0.25, '#B08D57');
  pen.write(name, MARGIN, 45, ROOM - 60, { ...STRONG, size: 12 });
  pen.write(number, END, 45, 58, { ...SMALL, isCode: true, align: 'end' });
  const advice = [kinds[kind], every.wear, every.water, every.clean, every.keep, every.check];
  const after = advice.reduce(
    (y, text) => drawAdvice(pen, text, y),
    paragraph(pen, lead, at(62), LARGE) + GAP,
  );
  paragraph(pen, fillText(ask, { shop: shop.name }), at(after + GAP), LARGE);
}

const at = (y: number) => ({ x: MARGIN, y, room: ROOM, leading: LEADING });

function drawAdvice(pen: Pen, text: string, y: number): number {
  pen.write('•', MARGIN, y, INDENT, LARGE);
  return paragraph(pen, text, { x: MARGIN + INDENT, y, room: ROOM - INDENT, leading: LEADING }, LARGE) + GAP;
}
