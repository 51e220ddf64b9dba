import { describe, expect, it } from 'vitest';
import { hasIssue, measuresAt, measurementsBodyOf } from './measurements-state.ts';

const draft = { stones: '', weight: '', scrap: '', loss: '', photos: [] };

describe('what a bench may measure (product/repair.md §3)', () => {
  it('is stones at 10, weight and a picture at 12, nothing elsewhere', () => {
    expect(measuresAt(10, false)).toEqual(['stones']);
    expect(measuresAt(12, false)).toEqual(['weight', 'scrap', 'loss', 'photos']);
    for (const target of [3, 9, 11, 13, 15]) expect(measuresAt(target, false)).toEqual([]);
  });

  it('is the weight with scrap and dust where the stage before weighs', () => {
    expect(measuresAt(5, true)).toEqual(['weight', 'scrap', 'loss']);
    expect(measuresAt(12, true)).toEqual(measuresAt(12, false));
    const typed = { ...draft, weight: '8,326', scrap: '0.02', loss: '' };
    expect(measurementsBodyOf(typed)).toEqual({ weight: 8.326, scrap: 0.02 });
    expect(measurementsBodyOf({ ...typed, weight: '' })).toBeNull();
  });

  it.each([
    ['', false],
    ['0', false],
    ['10000', false],
    ['١٢', false],
    ['10001', true],
    ['2.5', true],
    ['-1', true],
    ['two', true],
  ])('stones %j: invalid = %s', (stones, invalid) => {
    expect(hasIssue('stones', { ...draft, stones })).toBe(invalid);
  });

  it.each([
    ['', false],
    ['3,25', false],
    ['100000', false],
    ['0', true],
    ['100000.1', true],
    ['3 g', true],
  ])('weight %j: invalid = %s', (weight, invalid) => {
    expect(hasIssue('weight', { ...draft, weight })).toBe(invalid);
  });

  it('sends what was measured and nothing else', () => {
    expect(measurementsBodyOf(draft)).toBeNull();
    expect(measurementsBodyOf({ ...draft, stones: '0' })).toEqual({ stone_count: 0 });
    expect(measurementsBodyOf({ ...draft, weight: '3,25', photos: ['p1', 'p2'] })).toEqual({
      weight: 3.25,
      photo: 'p1',
    });
  });
});
