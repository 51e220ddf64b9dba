/** What turns the reading direction around, hides, or moves the pen: nothing of it belongs on paper. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;
const SPACES = /\p{Z}+/gu;

/**
 * A text from outside as paper takes it: one line, no controls, no marks that scramble what stands beside it.
 * Half a character is none.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\t\r\n\u2028\u2029]/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(SPACES, ' ')
    .trim();
}

/** Code 128 carries printable ASCII; anything else is left to the QR code, which carries every script. */
export const fitsCode128 = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
