/**
 * The one reader of amounts and weights: forms, price files and feeds read by it (product/reference.md §1).
 */

/**
 * In the smallest unit; or why the text is none. `ambiguous`: it can be read in two ways. `thousands`: only thousands can be meant,
 * where decimals could stand as well.
 */
export type UnitsReading =
  | { readonly units: number }
  | { readonly issue: 'invalid' | 'ambiguous' | 'thousands'; readonly units?: undefined };

const INVALID: UnitsReading = { issue: 'invalid' };
const AMBIGUOUS: UnitsReading = { issue: 'ambiguous' };
const THOUSANDS: UnitsReading = { issue: 'thousands' };

/** Where the digits of other scripts begin: Arabic, Persian, full width. */
const ZEROS: readonly number[] = [0x0660, 0x06f0, 0xff10];
/** Blanks and apostrophes between thousands, and the Arabic mark: they never stand before decimals. */
const GROUP_MARKS = /[\s\u00a0\u2009\u202f'’ʼ٬]/gu;
/** The Arabic decimal mark never stands between thousands. */
const ARABIC_POINT = '٫';

/** One mark, or none, and what follows it. */
const PLAIN = /^(\d+)(?:([.,٫])(\d+))?$/;
/** Thousands with one mark, at least once, and perhaps decimals behind another one. */
const GROUPED = /^(\d{1,3}(?:([.,_])\d{3})(?:\2\d{3})*)(?:([.,٫])(\d+))?$/;

/**
 * Reads a number of a unit with so many decimal digits: `1 234,50`, `1'234.50`, `١٬٢٣٤٫٥٠`. More digits than the unit has are
 * refused, never rounded; zeros behind them do not count.
 *
 * A single point or comma before exactly three digits means thousands where the unit has no decimals (JPY), decimals where it
 * has three (KWD, grams), and is refused in between: `2,900` is 2900 to one writer and 2.90 to the other.
 */
export function readUnits(text: string, digits: number): UnitsReading {
  const marked = withOneGroupMark(inLatin(text.trim()));
  if (marked === null) return INVALID;
  const plain = PLAIN.exec(marked);
  if (plain !== null) return readPlain(plain, digits);
  const grouped = GROUPED.exec(marked);
  if (grouped === null) return INVALID;
  const [, whole = '', groupMark = '', decimalMark = '', fraction = ''] = grouped;
  return groupMark === decimalMark ? INVALID : unitsOf(whole.replaceAll(groupMark, ''), fraction, digits);
}

function readPlain(match: RegExpExecArray, digits: number): UnitsReading {
  const [, whole = '', mark = '', fraction = ''] = match;
  const couldGroup = mark !== '' && mark !== ARABIC_POINT && fraction.length === 3;
  if (!couldGroup || digits >= 3) return unitsOf(whole, fraction, digits);
  if (digits > 0) return 'units' in unitsOf(whole, fraction, digits) ? AMBIGUOUS : THOUSANDS;
  return whole.length <= 3 ? unitsOf(`${whole}${fraction}`, '', digits) : INVALID;
}

/** Blanks and apostrophes as one mark that nothing else is, where they group by threes; null where two kinds are mixed. */
function withOneGroupMark(text: string): string | null {
  if (text.includes('_')) return null;
  const marks = new Set(
    text.match(GROUP_MARKS)?.map((mark) => (mark === '٬' || /['’ʼ]/u.test(mark) ? mark : ' ')),
  );
  if (marks.size === 0) return text;
  return marks.size > 1 ? null : text.replaceAll(GROUP_MARKS, '_');
}

function unitsOf(whole: string, fraction: string, digits: number): UnitsReading {
  const rest = fraction.replace(/0+$/, '');
  if (rest.length > digits) return INVALID;
  const units = Number(`${whole}${rest.padEnd(digits, '0')}`);
  return Number.isSafeInteger(units) ? { units } : INVALID;
}

function inLatin(text: string): string {
  return text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? 0));
    })
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replaceAll('،', ',');
}

const known = new Map<string, number>();

/** How many minor units make one of a currency, as a power of ten: EUR 2, JPY 0, KWD 3. Throws where there is no such code. */
export function currencyDigits(currency: string): number {
  const found = known.get(currency);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  known.set(currency, digits);
  return digits;
}

/** An amount in minor units of its currency. */
export const readAmount = (text: string, currency: string): UnitsReading =>
  readUnits(text, currencyDigits(currency));
