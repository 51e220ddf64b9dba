import { capitalCode } from '@atelier/domain/contract/codes.ts';
/** The list as it is typed, pasted or scanned, one SKU a line. The end of the last line is not another line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Places of blank lines, counted from 1: they keep Import from being clicked (product/reference.md §5). */
export const blankLines = (lines: readonly string[]): readonly number[] =>
  lines.flatMap((line, index) => (line === '' ? [index + 1] : []));

/** Another scan at the end of the list. */
export function withScan(text: string, code: string): string {
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${capitalCode(code)}\n`;
}

export const withoutBlanks = (text: string): string =>
  linesOf(text)
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
