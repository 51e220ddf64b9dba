import type { HandoverPaper } from '@atelier/domain/documents/paper.ts';
import { READY_STEP } from '@atelier/domain/repair/customer-progress.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { fillText } from '@atelier/contracts/locales/texts.ts';
import { loanWords } from './loan-words.ts';
import { careSheet } from './care-sheet.ts';
import { drawQr } from './codes.ts';
import { BODY, CAPTION, END, hair, MARGIN, SMALL, STRONG } from './list-frame.ts';
import { paragraph } from './paragraph.ts';
import type { Pen, TextStyle } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const LARGE: TextStyle = { ...BODY, size: 10.5 };
const HEADING: TextStyle = { size: 13, isSerif: true };
const ROOM = END - MARGIN;
const LEADING = 5.4;
const MOMENTS = 52;
const QR = 38;
const FOOT = A4.height - 12;
const PROOF_TOP = 208;

/**
 * What goes home with the piece (product/documents.md §6): a page about the repair, and one about its care unless it is
 * counterfeit. Nothing of a person stands on them.
 */
export function handoverSheets(paper: HandoverPaper, wording: Wording): readonly Sheet[] {
  const handover: Sheet = { ...A4, draw: (pen) => drawHandover(pen, paper, wording) };
  return paper.result === 'counterfeit' ? [handover] : [handover, careSheet(paper, wording)];
}

function drawHandover(pen: Pen, paper: HandoverPaper, wording: Wording): void {
  drawHead(pen, paper, wording);
  const gap = paper.money === null ? 10 : 6;
  const afterWork = drawWork(pen, paper, wording, 66);
  const afterSteps = drawSteps(pen, paper, wording, afterWork + gap);
  const afterMoney = drawMoney(pen, paper, wording, afterSteps + gap);
  const afterLoans = drawLoans(pen, paper, wording, afterMoney + gap);
  drawShop(pen, paper, wording, afterLoans);
  drawProof(pen, paper, wording);
  hair(pen, FOOT - 4.5);
  const printed = wording.moment(paper.printedAt, paper.timeZone);
  pen.write(fillText(wording.texts.printed, { date: printed }), MARGIN, FOOT, 90, SMALL);
  pen.write(paper.number, END, FOOT, 60, { ...SMALL, isCode: true, align: 'end' });
}

function drawHead(pen: Pen, paper: HandoverPaper, { texts, terms, day, list }: Wording): void {
  const { name, number, sku, size, invoice } = paper;
  pen.write('Atelier', MARGIN, 18.5, 40, { size: 12, isSerif: true, isCode: true });
  pen.write(texts.handover.title, MARGIN, 31, ROOM, { size: 26, isSerif: true });
  pen.rule(MARGIN, 36, END, 36, 0.25, '#B08D57');
  pen.write(name, MARGIN, 45, ROOM - 60, { ...STRONG, size: 12 });
  pen.write(number, END, 45, 58, { ...STRONG, size: 12, isCode: true, align: 'end' });
  const sized = size === '' ? '' : `${terms.field.size} ${size}`;
  const bought = { number: invoice.number, day: day(invoice.purchasedOn) };
  const declared = invoice.number === '' ? '' : fillText(texts.handover.invoice, bought);
  pen.write(list([sku, sized, declared]), MARGIN, 51, ROOM, SMALL);
}

/** The key of the sentence that says what became of a piece. */
const saidOf = (result: NonNullable<HandoverPaper['result']>) =>
  result === 'unrepaired' || result === 'counterfeit' ? 'returned' : result;

function drawWork(pen: Pen, { result, reasons, shop }: HandoverPaper, { texts, list }: Wording, y: number) {
  const { done, outcome: results, reasons: brought } = texts.handover;
  pen.write(done, MARGIN, y, ROOM, HEADING);
  const sentences = [
    result === null ? '' : fillText(results[saidOf(result)], { shop: shop.name }),
    reasons.length === 0 ? '' : fillText(brought, { reasons: list(reasons) }),
  ];
  return sentences.reduce(
    (at, text) => paragraph(pen, text, { y: at, x: MARGIN, room: ROOM, leading: LEADING }, LARGE),
    y + 7,
  );
}

function drawSteps(pen: Pen, paper: HandoverPaper, wording: Wording, y: number): number {
  const { customer, texts, moment } = wording;
  const isReturned = paper.result !== null && saidOf(paper.result) === 'returned';
  pen.write(texts.handover.steps, MARGIN, y, ROOM, HEADING);
  for (const [place, { progress, at }] of paper.steps.entries()) {
    const top = y + 7 + place * LEADING;
    const name = isReturned && progress === READY_STEP ? customer.returnedStep : customer.step[progress];
    pen.write(moment(at, paper.timeZone), MARGIN, top, MOMENTS - 4, { ...BODY, size: 9.5 });
    pen.write(name, MARGIN + MOMENTS, top, ROOM - MOMENTS, { ...BODY, size: 9.5 });
  }
  return y + 7 + paper.steps.length * LEADING;
}

/** What it cost, what was paid and what went back; a line that says nothing is left out. */
function drawMoney(pen: Pen, { money }: HandoverPaper, { texts, terms, money: write }: Wording, y: number) {
  if (money === null) return y - 6;
  const { due, paid, refunded, toReturn, currency } = money;
  const { fee, paid: paidTerm, refunded: refundedTerm, toReturn: toReturnTerm } = terms.field;
  const lines = [
    [fee, due],
    [paidTerm, paid],
    [refundedTerm, refunded],
    [toReturnTerm, toReturn],
  ] as const;
  pen.write(texts.handover.money, MARGIN, y, ROOM, HEADING);
  const said = lines.filter(([, amount], place) => amount !== 0 || place === 0);
  for (const [place, [caption, amount]] of said.entries()) {
    const top = y + 7 + place * LEADING;
    pen.write(caption, MARGIN, top, MOMENTS - 4, { ...BODY, size: 9.5 });
    pen.write(write({ amount, currency }), MARGIN + MOMENTS, top, 60, { ...BODY, size: 9.5 });
  }
  return y + 7 + said.length * LEADING;
}

/** What was lent meanwhile: that it is back, or until when the client keeps it. */
function drawLoans(pen: Pen, { loans }: HandoverPaper, wording: Wording, y: number): number {
  if (loans.length === 0) return y;
  pen.write(wording.terms.field.loan, MARGIN, y, ROOM, HEADING);
  for (const [place, loan] of loans.entries())
    pen.write(loanWords(loan, wording), MARGIN, y + 7 + place * LEADING, ROOM, { ...BODY, size: 9.5 });
  return y + 7 + loans.length * LEADING + 6;
}

function drawShop(pen: Pen, { shop }: HandoverPaper, { texts, country }: Wording, y: number): void {
  const town = [shop.postalCode, shop.city, country(shop.country)].filter((part) => part !== '').join(' ');
  pen.write(texts.handover.shop, MARGIN, y, ROOM, HEADING);
  for (const [place, line] of [shop.name, shop.address, town].filter((part) => part !== '').entries())
    pen.write(
      line,
      MARGIN,
      y + 7 + place * LEADING,
      ROOM - 60,
      place === 0 ? { ...STRONG, size: 9.5 } : BODY,
    );
  pen.write(shop.phone, END, y + 7, 56, { ...BODY, size: 9.5, isCode: true, align: 'end' });
}

/** Code, address and key: a reader who takes the key from this paper need not trust our server. */
export function drawProof(
  pen: Pen,
  { proofUrl, logKey }: Pick<HandoverPaper, 'proofUrl' | 'logKey'>,
  { texts }: Wording,
  top = PROOF_TOP,
): void {
  const { proof, proofText, key } = texts.handover;
  hair(pen, top - 6);
  drawQr(pen, proofUrl, MARGIN, top, QR);
  const x = MARGIN + QR + 8;
  const room = END - x;
  pen.write(proof, x, top + 5, room, HEADING);
  paragraph(pen, proofText, { x, y: top + 12, room, leading: LEADING }, LARGE);
  const code = { ...SMALL, isCode: true };
  pen.write(proofUrl, x, top + QR - 1, room, pen.shrunk(proofUrl, room, { ...code, size: 9 }));
  if (logKey === null) return;
  pen.write(key, MARGIN, top + QR + 8, ROOM, CAPTION);
  pen.write(logKey, MARGIN, top + QR + 12.4, ROOM, pen.shrunk(logKey, ROOM, code));
}
