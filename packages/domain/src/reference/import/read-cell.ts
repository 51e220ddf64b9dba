import { capitalCode } from '../../contract/codes.ts';
import { currencyDigits, readUnits } from '../../shared/amount.ts';
import { REFERENCE_LANGUAGES } from '../../shared/languages.ts';
import type { TranslatedText } from '../../contract/translated-text.ts';
import type { CellValue, Column, ColumnKind } from './column.ts';

/** Why a cell cannot be taken; each has a sentence in seven languages. */
export const CELL_CODES = [
  'required',
  'too_long',
  'bad_text',
  'bad_choice',
  'bad_number',
  'ambiguous_number',
  'bad_yes_no',
  'bad_day',
  'bad_currency',
  'bad_time_zone',
  'bad_list',
] as const;
export type CellCode = (typeof CELL_CODES)[number];

export type CellReading = { readonly value: CellValue } | { readonly code: CellCode };
type CellOf = (header: string) => string;

const refused = (code: CellCode): CellReading => ({ code });
const taken = (value: CellValue): CellReading => ({ value });

/** The headers of the file that a column reads: one, or one per language. */
export const headersOf = ({ name, read }: Column): readonly string[] =>
  read.kind === 'translated' ? REFERENCE_LANGUAGES.map((language) => `${name}_${language}`) : [name];

/** Reads one column of a row. Text stays text, also where it looks like a formula. */
export function readCell(column: Column, cellOf: CellOf): CellReading {
  if (column.read.kind === 'translated') return readTranslated(column, column.read.max, cellOf);
  const cell = cellOf(column.name).trim();
  if (cell === '') return column.isOptional ? taken(column.blank) : refused('required');
  if (!isStorable(cell)) return refused('bad_text');
  return readKind(column.read, cell, cellOf);
}

/** PostgreSQL's text holds no NUL, and half a character is none. */
const isStorable = (cell: string): boolean => !cell.includes('\0') && cell.isWellFormed();

function readKind(
  read: Exclude<ColumnKind, { kind: 'translated' }>,
  cell: string,
  cellOf: CellOf,
): CellReading {
  switch (read.kind) {
    case 'text':
      return readText(read.isCode === true ? capitalCode(cell) : cell, read.max, read.pattern);
    case 'choice':
      return read.of.includes(cell) ? taken(cell) : refused('bad_choice');
    case 'integer':
      return readInteger(cell, read.min, read.max);
    case 'boolean':
      return readYesNo(cell);
    case 'day':
      return isDay(cell) ? taken(cell) : refused('bad_day');
    case 'decimal':
      return readDecimal(cell, read.digits);
    case 'money':
      return readMoney(cell, cellOf(read.currency).trim());
    case 'currency':
      return minorDigits(cell) === null ? refused('bad_currency') : taken(cell);
    case 'timeZone':
      return isTimeZone(cell) ? taken(cell) : refused('bad_time_zone');
    case 'list':
      return readList(cell, read.pattern, read.some);
  }
}

function readText(cell: string, max: number, pattern: RegExp | undefined): CellReading {
  if (cell.length > max) return refused('too_long');
  return pattern === undefined || pattern.test(cell) ? taken(cell) : refused('bad_text');
}

function readInteger(cell: string, min: number, max: number): CellReading {
  const value = /^-?\d{1,10}$/.test(cell) ? Number(cell) : Number.NaN;
  return value >= min && value <= max ? taken(value) : refused('bad_number');
}

const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

function readYesNo(cell: string): CellReading {
  const word = cell.toLowerCase();
  if (YES.has(word)) return taken(true);
  return NO.has(word) ? taken(false) : refused('bad_yes_no');
}

/** A day that exists: 2025-02-29 does not. */
function isDay(cell: string): boolean {
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(cell)) return false;
  const at = Date.parse(`${cell}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(cell);
}

function readDecimal(cell: string, digits: number): CellReading {
  const { units, issue } = { issue: 'invalid', ...readUnits(cell, digits) };
  if (units !== undefined) return taken(units);
  return refused(issue === 'ambiguous' ? 'ambiguous_number' : 'bad_number');
}

function readMoney(cell: string, currency: string): CellReading {
  const digits = minorDigits(currency);
  // The currency's own cell says what is wrong with it.
  return readDecimal(cell, digits ?? 2);
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Digits after the point in a currency of ISO 4217; null where there is no such currency. */
const minorDigits = (currency: string): number | null =>
  currencies.has(currency) ? currencyDigits(currency) : null;

function isTimeZone(cell: string): boolean {
  try {
    // An offset such as +08:00 is lawful there, but knows no summer time.
    return (
      new Intl.DateTimeFormat('en', { timeZone: cell }) instanceof Intl.DateTimeFormat && cell.includes('/')
    );
  } catch {
    return false;
  }
}

function readList(cell: string, pattern: RegExp, some: boolean): CellReading {
  const words = cell
    .split('|')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const isGood = words.every((word) => pattern.test(word)) && new Set(words).size === words.length;
  return isGood && (words.length > 0 || !some) ? taken(words) : refused('bad_list');
}

function readTranslated({ name, isOptional }: Column, max: number, cellOf: CellOf): CellReading {
  const textIn = (language: string) => cellOf(`${name}_${language}`).trim();
  const value: TranslatedText = {
    en: textIn('en'),
    'zh-CN': textIn('zh-CN'),
    'zh-TW': textIn('zh-TW'),
    fr: textIn('fr'),
    es: textIn('es'),
    ja: textIn('ja'),
    ar: textIn('ar'),
  };
  if (value.en === '' && !isOptional) return refused('required');
  const words = Object.values(value);
  if (words.some((word) => word.length > max)) return refused('too_long');
  return words.every(isStorable) ? taken(value) : refused('bad_text');
}
