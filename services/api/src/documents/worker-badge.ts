import type { Paper, WorkerBadge } from '@atelier/domain/documents/paper.ts';
import { CARD } from '@atelier/domain/documents/sizes.ts';
import { drawCode128, drawQr } from './codes.ts';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const MARGIN = 5;
const ROOM = CARD.width - 2 * MARGIN;
const CAPTION = { size: 7, weight: 500 } as const;
/** From here down there is the code alone. */
const CODE_TOP = 32.5;

/** A card for the holder on a worker's coat, black on white for every printer. */
export function workerBadgeSheets(
  { badge }: Extract<Paper, { kind: 'worker-badge' }>,
  wording: Wording,
): Sheet[] {
  return [{ ...CARD, draw: (pen) => drawBadge(pen, badge, wording) }];
}

function drawBadge(pen: Pen, badge: WorkerBadge, { texts, terms, list }: Wording): void {
  const end = CARD.width - MARGIN;
  pen.write('Atelier', MARGIN, 9.5, 30, { size: 15, isSerif: true, isCode: true });
  pen.write(texts.badge, end, 9, 42, { size: 8, weight: 500, align: 'end' });
  pen.rule(MARGIN, 12, end, 12, 0.35);
  pen.write(badge.name, MARGIN, 19.5, ROOM, pen.shrunk(badge.name, ROOM, { size: 16, weight: 700 }, 10));
  pen.write(list([badge.department, badge.site]), MARGIN, 24.3, ROOM, { size: 8.5, weight: 500 });
  pen.write(terms.field.workId, MARGIN, 29.7, 26, CAPTION);
  pen.write(badge.workId, end, 29.9, ROOM - 28, { size: 11, weight: 600, isCode: true, align: 'end' });
  code(pen, badge.barcode);
}

/** A barcode too long for the card's width stands as QR code: the stations' scanners read both. */
function code(pen: Pen, barcode: string): void {
  const height = CARD.height - CODE_TOP - MARGIN;
  if (drawCode128(pen, barcode, { x: 0, y: CODE_TOP, room: CARD.width, height })) return;
  drawQr(pen, barcode, (CARD.width - height) / 2, CODE_TOP, height);
}
