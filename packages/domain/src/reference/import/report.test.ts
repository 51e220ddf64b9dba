import { describe, expect, it } from 'vitest';
import { headersOf } from './read-cell.ts';
import type { ImportRow } from './read-file.ts';
import { countLines, reportedIssue, skuIn, type LineAction, type LineReport } from './report.ts';
import { REFERENCE_SETS } from './sets.ts';

const row = (cells: Readonly<Record<string, string>>): ImportRow => ({
  line: 2,
  values: {},
  issues: [],
  cellOf: (header) => cells[header] ?? '',
});

const translated = () => {
  for (const set of REFERENCE_SETS)
    for (const column of set.columns)
      if (column.read.kind === 'translated' && !set.isPersonal) return { set, column };
  throw new Error('no set has a text in several languages');
};

describe('the rows of a file', () => {
  const does = (action: LineAction): LineReport => ({ line: 2, sku: null, action, changes: [], errors: [] });

  it('are counted by what they do, none of a kind being 0', () => {
    expect(countLines([])).toEqual({ insert: 0, update: 0, unchanged: 0, error: 0 });
    expect(countLines([does('insert'), does('error'), does('insert')])).toEqual({
      insert: 2,
      update: 0,
      unchanged: 0,
      error: 1,
    });
  });
});

describe('a refused cell is shown with what it holds (product/reference.md §1)', () => {
  it('whole up to forty characters, and cut with a mark from there on', () => {
    const { set, column } = translated();
    const [header = ''] = headersOf(column);
    const shown = (text: string) =>
      reportedIssue(set, row({ [header]: text }), { column: column.name, code: 'too_long' }).value;
    expect(shown('x'.repeat(40))).toBe('x'.repeat(40));
    expect(shown('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`);
  });

  it('of a text in several languages the longest, the first of two that are as long', () => {
    const { set, column } = translated();
    const [english = '', other = ''] = headersOf(column);
    const shown = (cells: Readonly<Record<string, string>>) =>
      reportedIssue(set, row(cells), { column: column.name, code: 'too_long' }).value;
    expect(shown({ [english]: 'bracelet', [other]: 'ring' })).toBe('bracelet');
    expect(shown({ [english]: 'ring', [other]: 'bracelet' })).toBe('bracelet');
    expect(shown({ [english]: 'ring', [other]: 'gold' })).toBe('ring');
  });

  it('is not shown where it is blank or names a person', () => {
    const { set, column } = translated();
    const [header = ''] = headersOf(column);
    const issue = { column: column.name, code: 'too_long' } as const;
    expect(reportedIssue(set, row({ [header]: 'ring' }), { ...issue, code: 'required' }).value).toBe('');
    expect(reportedIssue({ ...set, isPersonal: true }, row({ [header]: 'ring' }), issue).value).toBe('');
  });

  it('stands beside the SKU of its row, where the set has one and the cell is filled', () => {
    const withSku = REFERENCE_SETS.find(({ columns }) => columns.some(({ name }) => name === 'sku'));
    const without = REFERENCE_SETS.find(({ columns }) => columns.every(({ name }) => name !== 'sku'));
    if (withSku === undefined || without === undefined) throw new Error('no such sets');
    expect(skuIn(withSku, row({ sku: ' SOL-1 ' }))).toBe('SOL-1');
    expect(skuIn(withSku, row({ sku: ' ' }))).toBeNull();
    expect(skuIn(without, row({ sku: 'SOL-1' }))).toBeNull();
  });
});
