import { currencyDigits } from '../../lib/i18n/formats.ts';

/** Digits, plain or grouped by threes, and perhaps a last separator with what follows it. */
const AMOUNT = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d*))?$/;

/**
 * A typed amount in minor units of its currency, or null when it is none: `1 234,50`, `1,234.5`, `٤٠`… The last separator
 * is the decimal one when no more digits follow it than the currency has; all others only group.
 */
export function readAmount(typed: string, currency: string): number | null {
  const digits = currencyDigits(currency);
  const match = AMOUNT.exec(latin(typed).replaceAll(/[\s\u00a0\u202f'’]/gu, ''));
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > digits) return null;
  const minor = Number(`${whole.replaceAll(/[.,]/g, '')}${fraction.padEnd(digits, '0')}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Arabic-Indic digits and separators as Latin ones. */
const latin = (text: string): string =>
  text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');

/** The amount as one types it in this language: no currency, no grouping. */
export function writeAmount(minor: number, currency: string, language: string): string {
  const digits = currencyDigits(currency);
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(minor / 10 ** digits);
}
