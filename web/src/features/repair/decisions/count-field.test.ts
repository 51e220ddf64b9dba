import { describe, expect, it } from 'vitest';
import { readCount } from './sav-form.tsx';

describe('a count of the SAV check (product/shipping.md §12)', () => {
  it.each(['', ' ', 'two', '-1', '1e3', '1.2.3', '1,2,3', '½'])('must be a number: %s', (typed) => {
    expect(readCount(typed)).toEqual({ kind: 'invalid' });
  });

  it.each([
    ['0', 0, false],
    [' 12 ', 12, false],
    ['2.0', 2, false],
    ['1.4', 1, true],
    ['1.5', 2, true],
    ['1,6', 2, true],
    ['٣', 3, false],
    ['٢٫٥', 3, true],
  ])('%s is read as %i, rounded: %s', (typed, value, isRounded) => {
    expect(readCount(typed)).toEqual({ kind: 'number', value, isRounded });
  });
});
