import { type BenchCommand } from '@atelier/domain/repair/scanning/bench-command.ts';

/** Modules on a side of each code. */
export const CODE_SIDE = 21;

/**
 * QR codes of commands for the screen (product/repair.md §9): a word in base 36 per row, the first module its highest bit.
 * Fixed, so that the bench shows them without a connection; tests/papers/command-codes.test.ts compares them with
 * what the printer of the sheet draws.
 */
export const COMMAND_CODES = {
  validate:
    '18m7z muyp wokd wswt wo65 mxc1 18prz 5xc h7jc x8xn 7o44 1200y 3ibo 5mi 18nyz muuk wnvi wong wrdn mxkh 18okb',
  complete:
    '18pz3 mywx wod9 wnrx wqql mtz5 18prz 1ds bvk3 10626 9jyn 14zwm 4u50 45a 18pk0 mvt5 wqg5 wpmw wo7v mxdh 18neo',
  undo: '18o73 mzi9 wpr1 wr4t wtb1 mts1 18prz 5j4 glwa 3kpq 162x2 oldq 16kk 5wt 18nma mzqw wt3j wssw woez myba 18lua',
  hold: '18prz mwqp wrx9 wqxp wpr1 mzb5 18prz 3cw ff8t 1m35 pve4 122v5 kada 36a 18rh4 mydz woud ws33 wqb5 mymh 18m60',
} as const satisfies Partial<Record<BenchCommand, string>>;

export type ShownCommand = keyof typeof COMMAND_CODES;

/** The dark modules as a path of unit squares. */
export function pathOf(command: ShownCommand): string {
  return COMMAND_CODES[command]
    .split(' ')
    .flatMap((word, y) =>
      Array.from(Number.parseInt(word, 36).toString(2).padStart(CODE_SIDE, '0'), (bit, x) =>
        bit === '1' ? `M${x} ${y}h1v1h-1z` : '',
      ),
    )
    .join('');
}
