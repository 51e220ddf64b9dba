import type { ReferenceReportView } from '@atelier/contracts/reference/import/schema.ts';
import { describe, expect, it } from 'vitest';
import { canImport, countOf, firstFilter, entriesOf } from './report-panel.tsx';

const line = (at: number, action: 'insert' | 'error' | 'unchanged' | 'update') => ({
  line: at,
  sku: null,
  action,
  changes: [],
  errors: action === 'error' ? [{ column: 'sku', code: 'required', value: '' }] : [],
});

const report = (...actions: ('insert' | 'error' | 'unchanged' | 'update')[]): ReferenceReportView => {
  const of = (action: string) => actions.filter((each) => each === action).length;
  return {
    set: 'prices',
    dry_run: true,
    imported: false,
    import_id: null,
    rows: actions.length,
    counts: { insert: of('insert'), update: of('update'), unchanged: of('unchanged'), error: of('error') },
    lines: actions.map((action, at) => line(at + 2, action)),
  };
};

describe('the report of a dry run', () => {
  it('begins with what is wrong, or with everything', () => {
    expect(firstFilter(report('insert', 'error'))).toBe('error');
    expect(firstFilter(report('insert'))).toBe('all');
  });

  it('shows the lines of a choice and counts them', () => {
    const mixed = report('insert', 'error', 'insert');
    expect(entriesOf(mixed, 'insert').map((each) => each.line)).toEqual([2, 4]);
    expect(entriesOf(mixed, 'all')).toHaveLength(3);
    const [first, second] = entriesOf(
      {
        ...mixed,
        lines: [
          {
            ...line(3, 'error'),
            errors: ['sku', 'amount'].map((column) => ({ column, code: 'required', value: '' })),
          },
        ],
      },
      'error',
    );
    expect([first?.issue?.column, second?.issue?.column]).toEqual(['sku', 'amount']);
    expect(countOf(mixed, 'all')).toBe(3);
    expect(countOf(mixed, 'error')).toBe(1);
  });

  it('offers the import only when nothing is wrong and something would change', () => {
    expect(canImport(report('insert', 'unchanged'))).toBe(true);
    expect(canImport(report('insert', 'error'))).toBe(false);
    expect(canImport(report('unchanged'))).toBe(false);
    expect(canImport({ ...report('insert'), dry_run: false })).toBe(false);
  });
});
