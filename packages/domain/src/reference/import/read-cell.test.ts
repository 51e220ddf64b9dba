import { expect, test } from 'vitest';
import type { Column, ColumnKind } from './column.ts';
import { readCell } from './read-cell.ts';
import { REFERENCE_SETS } from './sets.ts';

const columnOf = (kind: ColumnKind['kind']): Column => {
  const column = REFERENCE_SETS.flatMap(({ columns }) => columns).find(({ read }) => read.kind === kind);
  if (column === undefined) throw new Error(`no column is a ${kind}`);
  return column;
};

test.each([
  ['true', true],
  ['YES', true],
  ['1', true],
  ['false', false],
  ['No', false],
  ['0', false],
])('a yes or no is read from %s (product/reference.md §1)', (cell, value) => {
  expect(readCell(columnOf('boolean'), () => cell)).toEqual({ value });
});

test.each(['2', 'maybe', 'wahr'])('%s is neither yes nor no', (cell) => {
  expect(readCell(columnOf('boolean'), () => cell)).toEqual({ code: 'bad_yes_no' });
});

test('a list may be empty or not, as its column says', () => {
  const read = { kind: 'list', pattern: /^\w+$/ } as const;
  const cells = (some: boolean, cell: string) =>
    readCell({ ...columnOf('list'), read: { ...read, some } }, () => cell);
  expect(cells(false, '|')).toEqual({ value: [] });
  expect(cells(true, '|')).toEqual({ code: 'bad_list' });
  expect(cells(true, 'one')).toEqual({ value: ['one'] });
});

test('a number may be the least and the most that its column takes', () => {
  const read = { kind: 'integer', min: 1, max: 9 } as const;
  const readings = ['0', '1', '9', '10'].map((cell) =>
    readCell({ ...columnOf('integer'), read }, () => cell),
  );
  expect(readings).toEqual([{ code: 'bad_number' }, { value: 1 }, { value: 9 }, { code: 'bad_number' }]);
});

test.each([
  ['EUR', '12.5', { value: 1250 }],
  ['JPY', '12', { value: 12 }],
  ['JPY', '12.5', { code: 'bad_number' }],
  ['a currency that is none', '12.34', { value: 1234 }],
  ['a currency that is none', '12.345', { code: 'bad_number' }],
])('an amount in %s is read from %s', (currency, cell, reading) => {
  const money = { ...columnOf('money'), read: { kind: 'money', currency: 'currency' } } as const;
  expect(readCell(money, (name) => (name === 'currency' ? currency : cell))).toEqual(reading);
});

test.each([
  'CASE-25',
  'case-25',
  'ＣＡＳＥ－２５',
  'CASE–25',
  'Case-٢٥',
  ']C1CASE-25',
  '\u200ECASE-25\uFEFF',
])('a printed code is read from %j as from every other door', (cell) => {
  const columns = REFERENCE_SETS.flatMap((set) => set.columns);
  for (const name of ['serial', 'cert_no', 'invoice_no', 'order_number', 'sku']) {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) throw new Error(`no column ${name}`);
    expect([name, readCell(column, () => cell)]).toEqual([name, { value: 'CASE-25' }]);
  }
});
