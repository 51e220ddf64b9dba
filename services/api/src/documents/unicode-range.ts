/** First and last code point, both in it. */
export type CodeRange = readonly [first: number, last: number];

/** What CSS calls a unicode-range: `U+0000-00FF,U+0131,U+4??`. What cannot be read is left out. */
export function parseUnicodeRange(text: string): readonly CodeRange[] {
  return text.split(',').flatMap((part) => {
    const [, first, last] = /^U\+([0-9A-F?]{1,6})(?:-([0-9A-F]{1,6}))?$/i.exec(part.trim()) ?? [];
    if (first === undefined) return [];
    const start = Number.parseInt(first.replaceAll('?', '0'), 16);
    const end = Number.parseInt(last ?? first.replaceAll('?', 'F'), 16);
    return [[start, end] as const];
  });
}

export const inRanges = (ranges: readonly CodeRange[], code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);
