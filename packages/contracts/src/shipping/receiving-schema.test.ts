import { describe, expect, it } from 'vitest';
import { PARCEL_LIMITS } from '@atelier/domain/shipping/contract.ts';
import { arrivalBody } from './receiving-schema.ts';

describe('what a package weighs and is sealed with where it arrives (product/shipping.md §6)', () => {
  const read = (more: object) => arrivalBody.safeParse({ tracking_no: 'TRK-1', ...more });

  it('is a seal number, a weight, or both', () => {
    expect(
      [{ seal_number: 'S' }, { gross_weight: 80 }, { seal_number: 'S', gross_weight: 80 }].map(
        (said) => read(said).success,
      ),
    ).toEqual([true, true, true]);
  });

  it('is one of them at least: the seal number is named as missing', () => {
    for (const said of [{}, { seal_number: '' }])
      expect(read(said).error?.issues).toMatchObject([{ path: ['seal_number'] }]);
  });

  it('weighs more than nothing, up to the limit', () => {
    const weights = [0, 0.1, PARCEL_LIMITS.grams, PARCEL_LIMITS.grams + 1];
    expect(weights.map((gross_weight) => read({ gross_weight }).success)).toEqual([false, true, true, false]);
  });
});
