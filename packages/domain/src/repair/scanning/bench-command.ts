import { capitalCode } from '../../contract/codes.ts';

/** What a bench can be asked by scanning a code of the printed sheet (product/repair.md §9). */
export const BENCH_COMMANDS = ['validate', 'complete', 'undo', 'hold', 'confirm', 'cancel'] as const;
export type BenchCommand = (typeof BENCH_COMMANDS)[number];

const START = 'ATELIER-';

/** The code of a command, as the sheet prints it: no number of a piece or a package begins so. */
export const codeOfCommand = (command: BenchCommand): string => `${START}${command.toUpperCase()}`;

/** The command that a scanned code asks for; undefined for any other code. */
export function benchCommandOf(code: string): BenchCommand | undefined {
  const text = capitalCode(code);
  return BENCH_COMMANDS.find((command) => codeOfCommand(command) === text);
}
