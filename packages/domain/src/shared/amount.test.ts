import { describe, expect, it } from 'vitest';
import type { Column } from '../reference/import/column.ts';
import { readCell } from '../reference/import/read-cell.ts';
import { REFERENCE_SETS } from '../reference/import/sets.ts';
import { currencyDigits, readAmount, readUnits } from './amount.ts';
import { AMOUNT_VARIANTS } from './testing-amounts.ts';

const amountOf = (text: string, currency: string): number | string => {
  const reading = readAmount(text, currency);
  return reading.units ?? reading.issue;
};

const FILE_CODES: Readonly<Record<string, string>> = {
  bad_number: 'invalid',
  ambiguous_number: 'ambiguous',
};

/** Every column of every set that holds money: prices, fees, shipping fees. */
const MONEY_COLUMNS = REFERENCE_SETS.flatMap(({ columns }) => columns).filter(
  ({ read }) => read.kind === 'money',
);

function cellOf(column: Column, text: string, currency: string): number | string {
  const reading = readCell(column, (name) => (name === column.name ? text : currency));
  if ('code' in reading) return FILE_CODES[reading.code] ?? reading.code;
  return Number(reading.value);
}

describe('an amount', () => {
  it.each(AMOUNT_VARIANTS)('%j in %s is %s', (text, currency, expected) => {
    expect(amountOf(text, currency)).toBe(expected);
  });

  it.each(AMOUNT_VARIANTS)(
    '%j in %s is the same in a file, in every column of money',
    (text, currency, expected) => {
      expect(MONEY_COLUMNS.length).toBeGreaterThan(2);
      const inFile = expected === 'thousands' ? 'invalid' : expected;
      for (const column of MONEY_COLUMNS) expect(cellOf(column, text, currency)).toBe(inFile);
    },
  );

  it('knows the digits of a currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map(currencyDigits)).toEqual([2, 0, 3]);
  });
});

describe('a weight', () => {
  it.each([
    ['3,217', 3, 3217],
    ['3.2', 3, 3200],
    ['1,250', 2, 'ambiguous'],
    ['1250,5', 2, 125_050],
    ['٣٫٢', 3, 3200],
  ] as const)('%j with %d digits is %s', (text, digits, expected) => {
    const reading = readUnits(text, digits);
    expect(reading.units ?? reading.issue).toBe(expected);
  });
});
