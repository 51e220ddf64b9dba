import { describe, expect, it } from 'vitest';
import { findingsIssues, type FindingsBooks, type SaidBefore } from './findings-issues.ts';

const BOOKS: FindingsBooks = {
  activeReasons: new Set([1, 2]),
  activeSubReasons: new Map([
    [11, 1],
    [21, 2],
  ]),
  factories: new Set(['FSZ']),
};
const NOTHING: SaidBefore = { reasons: [], subReasons: new Map(), found: [], originalFactory: null };
const issues = (findings: object, said: Partial<SaidBefore> = {}) =>
  findingsIssues(findings, { ...NOTHING, ...said }, BOOKS).map(({ path, code }) => `${path} ${code}`);

describe('findings name what the brand knows (product/rma.md §8)', () => {
  it('takes offered reasons with their own sub-reasons, SAV and the factories', () => {
    expect(issues({})).toEqual([]);
    expect(issues({ reasons: [1, 2], sub_reasons: [11, 21], original_produce_factory: 'FSZ' })).toEqual([]);
    expect(issues({ original_produce_factory: 'SAV' })).toEqual([]);
  });

  it('refuses an unknown reason, sub-reason and factory, each at its field', () => {
    expect(issues({ reasons: [1, 999], sub_reasons: [999], original_produce_factory: 'NOWHERE' })).toEqual([
      'reasons reason_not_offered',
      'sub_reasons reason_not_offered',
      'original_produce_factory factory_unknown',
    ]);
    expect(issues({ original_produce_factory: '' })).toEqual(['original_produce_factory factory_unknown']);
  });

  it('refuses a sub-reason whose reason is not chosen', () => {
    expect(issues({ reasons: [1], sub_reasons: [21] })).toEqual(['sub_reasons sub_reason_foreign']);
    expect(issues({ sub_reasons: [21] })).toEqual(['sub_reasons sub_reason_foreign']);
    expect(issues({ sub_reasons: [21] }, { found: [2] })).toEqual([]);
    expect(issues({ reasons: [], sub_reasons: [21] }, { found: [2] })).toEqual([
      'sub_reasons sub_reason_foreign',
    ]);
  });

  it('takes what the piece says already, though it is not offered any more', () => {
    const said = { reasons: [7], subReasons: new Map([[71, 7]]), found: [7], originalFactory: 'OLD' };
    expect(issues({ reasons: [7], sub_reasons: [71], original_produce_factory: 'OLD' }, said)).toEqual([]);
    expect(issues({ reasons: [1], sub_reasons: [71] }, said)).toEqual(['sub_reasons sub_reason_foreign']);
  });
});
