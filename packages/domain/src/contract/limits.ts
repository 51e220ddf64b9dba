/** Rows of every list call (product/calls.md §7). */
export const PAGE_ROWS = { most: 200, usual: 50 } as const;

/** Ids that one call takes. */
export const MOST_IDS = 500;

/** Characters of texts that many calls take. */
export const TEXT_LENGTH = {
  /** The reason of an action. */
  reason: 2000,
  personName: 100,
  /** Who signed, or took something. */
  signer: 200,
  email: 254,
  dialled: 40,
  imageId: 100,
} as const;

/** What a code may be: its characters' number, and the signs it is made of. */
export interface CodeRule {
  readonly least: number;
  readonly most: number;
  readonly pattern: RegExp;
}

export const fitsCode = (text: string, { least, most, pattern }: CodeRule): boolean =>
  text.length >= least && text.length <= most && pattern.test(text);

export const TRACKING_NUMBER: CodeRule = { least: 3, most: 64, pattern: /^[\p{L}\p{N} ./_-]+$/u };

/** A signature: strokes in a 0..1 box and, beside them, their picture as a data URL (PNG, ≤ 300 kB). */
export const SIGNATURE_LIMITS = { strokes: 500, pointsPerStroke: 5000, imageCharacters: 400_000 } as const;

/** A text on one line, without control characters (names stand in headers of mails and in logs). */
export const ONE_LINE = /^\P{Cc}*$/u;
/** Something of a text can be seen, and it stands on one line. */
export const VISIBLE = /^(?=.*[^\p{Cc}\p{Cf}\p{Z}])\P{Cc}*$/u;
/** Five digits of any script at least: free in form, but something that can be dialled. */
export const DIALABLE = /(?:\p{Nd}\P{Nd}*){5}/u;
/**
 * An address as people have it: letters of any script (RFC 6531), an international domain or its punycode, `&` and the
 * other signs of RFC 5322 without quotes, dots wherever Japanese carriers gave them. Compared after `codes.ts`.
 */
export const EMAIL =
  /^(?=[^@]*[^.@])[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[A-Za-z0-9-]{1,59}|[\p{L}\p{M}]{2,63})$/u;
