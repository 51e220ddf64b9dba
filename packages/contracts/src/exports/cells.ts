import { currencyDigits } from '@atelier/domain/shared/amount.ts';

/** The content of a cell of an export, whatever the format of the file. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number }
  /** A calendar day, or a moment on the clock of the shop: the parts as they are read there, kept as if UTC. */
  | { readonly kind: 'day' | 'moment'; readonly local: Date }
  | { readonly kind: 'empty' };

export const EMPTY: Cell = { kind: 'empty' };
/** What Excel can hold in one cell. */
const LONGEST = 32_767;
// Not allowed in XML, and nothing a person typed: everything below blank but tab and line ends.
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function textCell(text: string): Cell {
  const clean = text.replaceAll(UNWRITABLE, '').toWellFormed();
  return clean === '' ? EMPTY : { kind: 'text', text: clean.slice(0, LONGEST) };
}

export const numberCell = (value: number, decimals = 0): Cell => ({ kind: 'number', value, decimals });

/** An amount in minor units as a number in major ones: cents become euros, yen stay. */
export function moneyCell(amount: number, currency: string): Cell {
  if (currency === '') return EMPTY;
  const decimals = currencyDigits(currency);
  return numberCell(amount / 10 ** decimals, decimals);
}

/** `YYYY-MM-DD`. */
export const dayCell = (day: string | null): Cell =>
  day === null || day === '' ? EMPTY : { kind: 'day', local: new Date(`${day}T00:00:00.000Z`) };

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, made);
  return made;
}

/** A moment as the clock on the shop's wall showed it: Excel knows no time zones. */
export function momentCell(instant: string, timeZone: string): Cell {
  const wall = formatOf(timeZone).format(new Date(instant)).replace(' ', 'T');
  return { kind: 'moment', local: new Date(`${wall}Z`) };
}

/** `YYYY-MM-DD` and `HH:MM` of the shop's calendar and clock. */
export const clockCell = (day: string, time: string): Cell => ({
  kind: 'moment',
  local: new Date(`${day}T${time}:00.000Z`),
});

const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell of a CSV file. Spreadsheets would work out a text that begins like a formula, also one that a customer wrote:
 * an apostrophe before it makes it text again. Numbers and dates are ours and stay as they are.
 */
export function csvCell(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'number':
      return cell.value.toFixed(cell.decimals);
    case 'day':
      return cell.local.toISOString().slice(0, 10);
    case 'moment':
      return cell.local.toISOString().slice(0, 16).replace('T', ' ');
    case 'text':
      return quoted(FORMULA.test(cell.text) ? `'${cell.text}` : cell.text);
  }
}

const quoted = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A line with the end that Excel expects. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;
