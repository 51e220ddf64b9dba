const CORRELATION = /\s*CorrelationId:\s*[0-9a-f-]+\.?/gi;
const ADDRESS = /\b(?:https?|ftp):\/\/[^\s'"]+/gi;
const MAIL = /[^\s@'"<>]+@[^\s@'"<>]+\.[^\s@'"<>]+/g;
const SECRET = /\b(?:bearer|basic)\s+[\w.~+/=-]+/gi;
const GAPS = /[\p{Cc}\p{Cf}\s]+/gu;

/** Words of another system, made fit for our log and screens: no addresses, no secrets, one line, cut to `longest`. */
export function harmless(text: string, longest: number): string {
  const clean = text
    .replaceAll(CORRELATION, '')
    .replaceAll(SECRET, '…')
    .replaceAll(ADDRESS, '…')
    .replaceAll(MAIL, '…')
    .replaceAll(GAPS, ' ')
    .trim();
  const letters = Array.from(clean);
  return letters.length <= longest ? clean : `${letters.slice(0, longest - 1).join('')}…`;
}
