import { currencyDigits } from '../../shared/amount.ts';
import type { Column, ColumnKind } from './column.ts';
import { headersOf } from './read-cell.ts';

/** A stored value as the file has it, by header: what `readCell` reads as the same value. */
export function printCells(
  column: Column,
  value: unknown,
  currencyOf: (header: string) => string,
): readonly (readonly [header: string, cell: string])[] {
  const { read, name } = column;
  if (read.kind !== 'translated') return [[name, printKind(read, value, currencyOf)]];
  const texts = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  return headersOf(column).map((header) => [header, textOf(texts.get(header.slice(name.length + 1)))]);
}

type Kind = Exclude<ColumnKind, { kind: 'translated' }>;

function printKind(read: Kind, value: unknown, currencyOf: (header: string) => string): string {
  if (value === null || value === undefined) return '';
  if (read.kind === 'money') return withPoint(Number(value), currencyDigits(currencyOf(read.currency)));
  if (read.kind === 'decimal') return withPoint(Number(value), read.digits);
  if (read.kind === 'list') return Array.isArray(value) ? value.join('|') : '';
  return textOf(value);
}

const withPoint = (units: number, digits: number): string => (units / 10 ** digits).toFixed(digits);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
