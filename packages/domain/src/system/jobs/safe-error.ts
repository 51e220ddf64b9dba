const LONGEST = 160;

/**
 * What an operator is shown of a failure: its first line, without anything that could be a person's. Values travel in
 * quotes, brackets, after "=", as addresses and as long numbers; the words around them say enough.
 */
export function safeError(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const bare = first
    .replaceAll(/=\s*\([^)]*\)?/g, '=(…)')
    .replaceAll(/"[^"]*"?/g, '"…"')
    .replaceAll(/“[^”]*”?/g, '“…”')
    .replaceAll(/(?<![\p{L}])'[^']*'/gu, "'…'")
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
    .replaceAll(/\+?\d[\d\s().-]{6,}\d/g, '…');
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare;
}
