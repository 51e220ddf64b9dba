import { describe, expect, it } from 'vitest';
import { untypedAmount } from './use-listed-fees.ts';

describe('the amount that was not typed', () => {
  it('is 0 in warranty, where nothing is due', () => {
    expect(untypedAmount(null, { listed: null, isFree: true, hasSubReasons: false })).toBe(0);
    expect(untypedAmount(null, { listed: null, isFree: true, hasSubReasons: true })).toBe(0);
    expect(untypedAmount(15_550, { listed: null, isFree: true, hasSubReasons: false })).toBe(0);
  });

  it('is empty out of warranty, also after the 0 of a warranty that is gone', () => {
    expect(untypedAmount(null, { listed: null, isFree: false, hasSubReasons: false })).toBeNull();
    expect(untypedAmount(0, { listed: null, isFree: false, hasSubReasons: false })).toBeNull();
  });

  it('is the sum of the list wherever the list says one', () => {
    expect(untypedAmount(0, { listed: 4000, isFree: true, hasSubReasons: true })).toBe(4000);
    expect(untypedAmount(null, { listed: 4000, isFree: false, hasSubReasons: true })).toBe(4000);
  });

  it('stays as it is while the list is not here', () => {
    expect(untypedAmount(15_550, { listed: null, isFree: true, hasSubReasons: true })).toBe(15_550);
    expect(untypedAmount(15_550, { listed: null, isFree: false, hasSubReasons: true })).toBe(15_550);
  });
});
