import { describe, expect, it } from 'vitest';
import { splitOf, type PaymentPart } from './payment-split.ts';

const part = (means: PaymentPart['means'], over: Partial<PaymentPart> = {}): PaymentPart => ({
  id: 1,
  means,
  typed: null,
  reference: '',
  given: '',
  ...over,
});
const amountsOf = (parts: readonly PaymentPart[], total = 180_00) =>
  splitOf(parts, total, 'EUR').parts.map(({ amount }) => amount);

describe('a payment split over means', () => {
  it('is paid whole by the first one', () => {
    expect(amountsOf([part('card')])).toEqual([180_00]);
    expect(splitOf([part('card')], 180_00, 'EUR')).toMatchObject({ left: 0, isComplete: true });
  });

  it('leaves the rest to the one without an amount', () => {
    expect(amountsOf([part('card', { typed: '100' }), part('cash')])).toEqual([100_00, 80_00]);
  });

  it('is not complete while something is left, too much or no amount', () => {
    expect(splitOf([part('card', { typed: '100' })], 180_00, 'EUR')).toMatchObject({
      left: 80_00,
      isComplete: false,
    });
    expect(splitOf([part('card', { typed: '200' })], 180_00, 'EUR')).toMatchObject({
      left: -20_00,
      isComplete: false,
    });
    expect(splitOf([part('card', { typed: 'x' }), part('cash')], 180_00, 'EUR').isComplete).toBe(false);
  });

  it('says what to give back of the cash on the counter', () => {
    const cash = [part('card', { typed: '100' }), part('cash', { given: '100' })];
    expect(splitOf(cash, 180_00, 'EUR').parts[1]).toMatchObject({ amount: 80_00, change: 20_00 });
    expect(splitOf([part('cash', { given: '10000' })], 9800, 'JPY').parts[0]).toMatchObject({ change: 200 });
  });

  it('is complete without a part where nothing is to be paid', () => {
    expect(splitOf([], 0, 'EUR')).toMatchObject({ left: 0, isComplete: true });
  });
});
