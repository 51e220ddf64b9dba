import { describe, expect, it } from 'vitest';
import { CLEARING_MOST_ITEMS } from '@atelier/domain/clearing/contract.ts';
import { clearingQuery, clearingUndoBody } from './schema.ts';

const read = (more: Record<string, unknown>) =>
  clearingQuery.safeParse({ end_date: '2026-09-30', ...more }).data;

describe('the request of a clearing run (product/clearing.md §1)', () => {
  it.each([
    ['1', true],
    [1, true],
    [true, true],
    ['0', false],
    [0, false],
    [false, false],
  ])('takes %j for yes or no: %s', (given, dry_run) => {
    expect(read({ dry_run: given })).toEqual({ end_date: '2026-09-30', dry_run });
  });

  it.each([2, '2', 'true', null])('does not take %j for either', (given) => {
    expect(read({ valid_date_of_pruchase: given })).toBeUndefined();
  });

  it('takes from one item to as many as one run may hold', () => {
    const limits = [0, 1, 1.5, CLEARING_MOST_ITEMS, CLEARING_MOST_ITEMS + 1];
    expect(limits.map((limit) => read({ limit })?.limit)).toEqual([
      undefined,
      1,
      undefined,
      CLEARING_MOST_ITEMS,
      undefined,
    ]);
  });

  it('asks for an end date, and for nothing that it does not know', () => {
    expect(clearingQuery.safeParse({ start_date: '2026-09-01' }).success).toBe(false);
    expect(read({ until: '2026-09-30' })).toBeUndefined();
  });
});

describe('taking a run back', () => {
  it('names a run by a number from 1 on, and needs no reason', () => {
    expect(clearingUndoBody.safeParse({ id: '1' }).data).toEqual({ id: 1, reason: '' });
    expect(clearingUndoBody.safeParse({ id: 0 }).success).toBe(false);
  });
});
