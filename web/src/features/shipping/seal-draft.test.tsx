import { describe, expect, it } from 'vitest';
import { grossWeightOf } from './seal-draft.ts';

const read = (weight: string) => grossWeightOf(weight);

describe('the gross weight on a box', () => {
  it('is optional', () => {
    expect([read(''), read('  ')]).toEqual([null, null]);
  });
  it('is grams with a point or a comma', () => {
    expect([read('81.5'), read('81,5'), read('1000000')]).toEqual([81.5, 81.5, 1_000_000]);
  });
  it('is above nothing, below a ton, and a number', () => {
    for (const typed of ['0', '-1', 'heavy', '1,2,3', '1000000.1']) expect(read(typed)).toBe('invalid');
  });
});
