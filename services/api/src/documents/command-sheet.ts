import {
  BENCH_COMMANDS,
  codeOfCommand,
  type BenchCommand,
} from '@atelier/domain/repair/scanning/bench-command.ts';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { drawCode128 } from './codes.ts';
import type { Pen } from './pen.ts';
import type { Sheet } from './sheet.ts';
import type { Wording } from './wording.ts';

const MARGIN = 18;
const ROOM = A4.width - 2 * MARGIN;
const TOP = 52;
const ROW = 39;
const CODE_HEIGHT = 20;
/** Between its code and the next one's: a scanner that is aimed at one reads no other. */
const CODE_ROOM = 110;

/** One page for a bench: each command with its code, far enough apart that a scanner reads the one it is aimed at. */
export function commandSheets(wording: Wording): Sheet[] {
  return [{ ...A4, draw: (pen) => drawSheet(pen, wording) }];
}

function drawSheet(pen: Pen, { texts, bench, terms }: Wording): void {
  const { title, lead } = texts.commands;
  const names: Readonly<Record<BenchCommand, string>> = {
    validate: bench.scan.validate,
    complete: bench.scan.complete,
    undo: bench.scan.undo,
    hold: bench.scan.hold,
    confirm: terms.yes,
    cancel: bench.confirm.no,
  };
  pen.write(title, MARGIN, 26, ROOM, { size: 22, isSerif: true });
  pen.write(lead, MARGIN, 35, ROOM, pen.shrunk(lead, ROOM, { size: 11 }, 8));
  for (const [index, command] of BENCH_COMMANDS.entries())
    drawCommand(pen, command, names[command], TOP + index * ROW);
}

function drawCommand(pen: Pen, command: BenchCommand, words: string, top: number): void {
  const start = A4.width - MARGIN - CODE_ROOM;
  pen.rule(MARGIN, top - 8, A4.width - MARGIN, top - 8, 0.2);
  pen.write(
    words,
    MARGIN,
    top + CODE_HEIGHT / 2 + 2,
    start - MARGIN - 4,
    pen.shrunk(words, start - MARGIN - 4, { size: 17, weight: 600 }, 9),
  );
  drawCode128(pen, codeOfCommand(command), { x: start, y: top, room: CODE_ROOM, height: CODE_HEIGHT });
  pen.write(codeOfCommand(command), start + CODE_ROOM / 2, top + CODE_HEIGHT + 5, CODE_ROOM, {
    size: 8,
    isCode: true,
    align: 'middle',
  });
}
