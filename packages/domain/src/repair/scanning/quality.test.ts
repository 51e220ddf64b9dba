import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../policy.ts';
import type { Findings } from '../../shared/item-facts.ts';
import { causeOptions, isChargeable, primaryCause, resolveFindings } from './quality.ts';

const IN = { inWarranty: true, total180: 0 };
const locked = (item: typeof IN) =>
  causeOptions(item, DEFAULT_POLICY)
    .filter((option) => option.locked)
    .map((option) => option.value);
const resolve = (given: Parameters<typeof resolveFindings>[0], stored: Findings | null, item = IN) => {
  const result = resolveFindings(given, stored, item, DEFAULT_POLICY);
  if (!result.ok) throw new Error(result.rejection.code);
  return result.findings;
};
const refused = (cause: string, item: typeof IN) => {
  const result = resolveFindings({ cause }, null, item, DEFAULT_POLICY);
  return result.ok ? null : result.rejection.code;
};

describe('quality investigation (product/repair.md §10)', () => {
  it('offers four choices, the first being the default', () => {
    expect(causeOptions(IN, DEFAULT_POLICY).map((option) => option.value)).toEqual([
      'Production Issue',
      'Design Issue',
      'Components Issue',
      'Customers Issue',
    ]);
    expect(resolve({}, null)).toEqual({
      reasonIds: [],
      subReasons: [],
      originalFactory: 'SAV',
      causes: ['Production Issue'],
      primaryCause: 'Production Issue',
      qualityIssue: false,
    });
  });

  it("adds 'Expire Warranty', preselected and locked, out of warranty only", () => {
    expect(locked(IN)).toEqual([]);
    expect(locked({ ...IN, inWarranty: false })).toEqual(['Expire Warranty']);
    expect(resolve({}, null, { ...IN, inWarranty: false }).causes).toEqual(['Expire Warranty']);
  });

  it.each([
    [0, []],
    [1, []],
    [2, []],
    [3, ['SAV Repair Issue']],
  ])("locks 'SAV Repair Issue' above 2 repairs in 180 days: total_180 %i", (total180, expected) => {
    expect(locked({ ...IN, total180 })).toEqual(expected);
  });

  it('holds both when both apply, SAV Repair Issue being the primary', () => {
    const both = resolve({}, null, { inWarranty: false, total180: 3 });
    expect(both.causes).toEqual(['Expire Warranty', 'SAV Repair Issue']);
    expect(both.primaryCause).toBe('SAV Repair Issue');
    expect(primaryCause([])).toBe('Production Issue');
  });

  it('refuses a choice against a locked cause, and a word that is not offered', () => {
    expect(refused('Design Issue', { ...IN, inWarranty: false })).toBe('cause_locked');
    expect(refused('Expire Warranty', IN)).toBe('cause_not_offered');
    expect(refused('Weather', IN)).toBe('cause_not_offered');
    expect(refused('Expire Warranty', { ...IN, inWarranty: false })).toBeNull();
  });

  it('loads the stored values where none are given (19)', () => {
    const stored = resolve(
      {
        reasonIds: [1],
        subReasons: [{ id: 11, reasonId: 1 }],
        cause: 'Design Issue',
        originalFactory: 'CN',
        qualityIssue: true,
      },
      null,
    );
    expect(resolve({}, stored)).toEqual(stored);
    expect(resolve({ cause: 'Components Issue' }, stored)).toMatchObject({
      primaryCause: 'Components Issue',
      originalFactory: 'CN',
    });
  });

  it('forgets a stored locked cause that no longer holds', () => {
    const stored = resolve({}, null, { ...IN, total180: 3 });
    expect(resolve({}, stored, IN).primaryCause).toBe('Production Issue');
  });

  it('removes the sub-reasons of an unticked reason', () => {
    const stored = resolve(
      {
        reasonIds: [1, 2],
        subReasons: [
          { id: 11, reasonId: 1 },
          { id: 21, reasonId: 2 },
        ],
      },
      null,
    );
    expect(resolve({ reasonIds: [2] }, stored).subReasons).toEqual([{ id: 21, reasonId: 2 }]);
  });

  it('makes Customers Issue and Expire Warranty chargeable, all else free', () => {
    expect(isChargeable('Customers Issue')).toBe(true);
    expect(isChargeable('Expire Warranty')).toBe(true);
    expect(isChargeable('Production Issue')).toBe(false);
    expect(isChargeable('Design Issue')).toBe(false);
    expect(isChargeable('Components Issue')).toBe(false);
    expect(isChargeable('SAV Repair Issue')).toBe(false);
  });
});
