/**
 * How codes are read and compared: serials, tracking numbers, numbers of pieces, digits of a phone. Every door (form,
 * scan, lookup, public page, import) uses these functions, so that one code written in two ways stays one code.
 */

/** Digits of any script as 0–9: the ten of a script follow each other, and some scripts follow each other without a gap. */
export const plainDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit)));

function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** The AIM symbology identifier that a scanner may send before a code: `]C1`, `]Q3`, `]d2`. */
const SYMBOLOGY = /^\s*\][A-Za-z][0-9A-Za-z]/u;
/** What was scanned or typed into a box that takes more than codes. */
export const withoutScannerPrefix = (text: string): string => text.replace(SYMBOLOGY, '');
/** FNC1 arrives as a control character; marks of direction and width come with copied text. A line break stays: it is no code's. */
const INVISIBLE = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{M}]/gu;
const DASHES = /[\u2010-\u2015\u2212\u30FC\u02D7]/gu;

/**
 * A code as it is stored and shown: full-width signs and digits of any script in ASCII, every dash a hyphen, without a
 * scanner's prefix and invisible characters, single spaces. Case stays as it was written.
 */
export function codeText(text: string): string {
  const plain = plainDigits(withoutScannerPrefix(text.normalize('NFKC')));
  return plain
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

/** Codes that are printed in capitals: SKU, invoice, certificate, number of a piece. */
export const capitalCode = (text: string): string => codeText(text).toUpperCase();

/** What two ways to write one code have in common: no case, no blanks, no hyphens. The SQL function `code_key` does the same. */
export const codeKey = (text: string): string => capitalCode(text).replace(/[\s-]+/gu, '');

/**
 * The ways a typed phone number may have been meant, as a numbering plan reads them: behind its country code, with its own
 * one, or as it is dialled out of a country (00 in most, 010 in Japan, 011 in America).
 */
export function phoneSpellings(phoneCode: string, typed: string): readonly string[] {
  const phone = codeText(typed);
  if (phone.startsWith('+')) return [phone];
  const dialled = /^(?:00|010|011)(?<rest>\d{5,})$/u.exec(phone.replaceAll(/[^\d]/gu, ''))?.groups?.['rest'];
  const home = `${phoneCode.replace(/^\+?/u, '+')}${phone}`;
  return dialled === undefined ? [home] : [home, `+${dialled}`];
}

/** An e-mail address as it is stored: full-width signs folded, without invisible characters and blanks around it. */
export const emailText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

/** Every runtime of the domain has it; the library of types that the domain is checked with has not. */
declare const URL: new (url: string) => { readonly hostname: string };

/** A domain in punycode; null for text that is none. */
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]*\p{L}[\p{L}\p{M}\p{N}-]*$/u.test(domain)) return null;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/**
 * What two ways to write one e-mail address have in common: no case, the domain in punycode. Text that is no whole address
 * comes back in lower case.
 */
export function emailKey(email: string): string {
  const text = emailText(email).toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = at === -1 ? null : asciiDomain(text.slice(at + 1));
  return domain === null ? text : `${text.slice(0, at)}@${domain}`;
}

/** Whether two texts are the same serial, tracking number or seal. */
export const isSameCode = (a: string, b: string): boolean => codeKey(a) === codeKey(b);

/** The text 'null', an empty text and null are the same: no address (product/rma.md §2). */
export function cleanEmail(email: string | null | undefined): string | null {
  const text = emailText(email ?? '');
  return text === '' || text.toLowerCase() === 'null' ? null : text;
}

/** The digits of a phone number as typed, without what differs between home and abroad: plus sign, zeros in front. */
export const phoneKey = (text: string): string =>
  plainDigits(text.normalize('NFKC').replace('(0)', '')).replace(/\D/gu, '').replace(/^0+/u, '');

const NOT_OF_A_PHONE = /[^\p{Nd}\p{Zs}\p{Pd}\p{Cf}+()./]/u;
/** Whether a text can be a phone number: digits of any script and what people put between them. */
export const looksLikePhone = (text: string): boolean =>
  /\p{Nd}/u.test(text) && !NOT_OF_A_PHONE.test(text.normalize('NFKC').trim());

const SHORTEST_ABROAD = 9;

/**
 * Every way a typed number may have meant its country: as it is, dialled out of a country that does not use 00 (010,
 * 011), and with the zero of home behind the country's code (`+33 06 …`). The first is the likeliest; none when there
 * are no digits.
 */
export function phoneKeys(text: string): readonly string[] {
  const key = phoneKey(text);
  if (key === '') return [];
  const digits = plainDigits(text.normalize('NFKC')).replace(/[^\d+]/gu, '');
  const dialledOut = /^01[01](?<rest>\d+)$/u.exec(digits)?.groups?.['rest'];
  const isAbroad = /^(\+|00)/u.test(digits) && key.length >= SHORTEST_ABROAD;
  const withoutHomeZero = isAbroad
    ? [1, 2, 3].filter((code) => key[code] === '0').map((code) => key.slice(0, code) + key.slice(code + 1))
    : [];
  return [...new Set([key, ...(dialledOut === undefined ? [] : [dialledOut]), ...withoutHomeZero])];
}
