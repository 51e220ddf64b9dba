import { expect, it } from 'vitest';
import { compareRows } from './compare-rows.ts';

const row = { id: 1, sku: 'A', sites: [1, 2], version: 3 };

it.each([
  ['nothing on either side', null, null, undefined],
  ['equal rows', row, { ...row, sites: [1, 2] }, undefined],
  ['a row that is not there', row, null, { kind: 'missing', columns: [] }],
  ['a row nobody wrote', null, row, { kind: 'extra', columns: [] }],
  ['another value', row, { ...row, sku: 'B' }, { kind: 'changed', columns: ['sku'] }],
  ['another order of a list', row, { ...row, sites: [2, 1] }, { kind: 'changed', columns: ['sites'] }],
  ['null for a value', row, { ...row, sku: null }, { kind: 'changed', columns: ['sku'] }],
  [
    'an older version',
    row,
    { ...row, sku: 'B', version: 2 },
    { kind: 'outdated', columns: ['sku', 'version'] },
  ],
  ['a version nobody reached', row, { ...row, version: 9 }, { kind: 'changed', columns: ['version'] }],
])('tells how a row differs: %s', (_, expected, held, difference) => {
  expect(compareRows(expected, held)).toEqual(difference);
});
