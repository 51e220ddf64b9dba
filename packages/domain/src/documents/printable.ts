/** What turns the reading direction around, hides, or moves the pen: nothing of it belongs on paper. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;
/** Between letters they say how these join, in Sinhala, Persian and the scripts of India; elsewhere they hide. */
const IDLE_JOINERS = /(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu;
const SPACES = /\p{Z}+/gu;

/**
 * A text from outside as paper takes it: one line, no controls, no marks that scramble what stands beside it.
 * Half a character is none.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\t\r\n\u2028\u2029]/g, ' ')
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(IDLE_JOINERS, '')
    .replaceAll(SPACES, ' ')
    .trim();
}

/** Code 128 carries printable ASCII; anything else is left to the QR code, which carries every script. */
export const fitsCode128 = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);
