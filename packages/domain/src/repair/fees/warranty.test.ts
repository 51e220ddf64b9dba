import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addYears } from '../../calendar.ts';
import { DEFAULT_POLICY } from '../../policy.ts';
import { asksSurvey, evaluateWarranty, exchangeOffer } from './warranty.ts';

const warranty = (purchaseDate: string, depositDay: string, extendedMonths = 0) =>
  evaluateWarranty({ purchaseDate, depositDay, extendedMonths, override: null }, DEFAULT_POLICY);

describe('warranty: deposit before purchase date + 2 calendar years (product/deposit.md §3)', () => {
  it('is in on the last day and out on the anniversary', () => {
    expect(warranty('2024-03-15', '2026-03-14').inWarranty).toBe(true);
    expect(warranty('2024-03-15', '2026-03-15').inWarranty).toBe(false);
    expect(warranty('2024-03-15', '2026-03-15').until).toBe('2026-03-15');
  });

  it('ends on 28 February for a purchase on 29 February', () => {
    expect(warranty('2024-02-29', '2026-02-27').inWarranty).toBe(true);
    expect(warranty('2024-02-29', '2026-02-28').inWarranty).toBe(false);
  });

  it('adds a configured term with proof', () => {
    const extended = warranty('2024-03-15', '2026-08-01', 12);
    expect(extended).toMatchObject({ inWarranty: true, until: '2027-03-15', extended: true });
    expect(warranty('2024-03-15', '2027-03-15', 12).inWarranty).toBe(false);
  });

  it('keeps the version of the rule it was decided under', () => {
    const policy = { warrantyYears: 3, version: 7 };
    const input = { purchaseDate: '2024-03-15', depositDay: '2026-08-01', extendedMonths: 0, override: null };
    expect(evaluateWarranty(input, policy)).toMatchObject({
      inWarranty: true,
      policyVersion: 7,
      until: '2027-03-15',
    });
  });

  it('keeps a manual override with its reason beside the rule', () => {
    const override = { inWarranty: true, reason: 'goodwill' };
    const input = { purchaseDate: '2020-01-01', depositDay: '2026-08-01', extendedMonths: 0, override };
    expect(evaluateWarranty(input, DEFAULT_POLICY)).toMatchObject({
      inWarranty: true,
      until: '2022-01-01',
      override,
    });
  });

  it('holds on every day before the end and on none after, any year (product/reliability.md §14)', () => {
    const day = fc
      .date({ min: new Date('1995-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (purchase, deposit) => {
        expect(warranty(purchase, deposit).inWarranty).toBe(deposit < addYears(purchase, 2));
      }),
    );
  });
});

describe('exchange (product/deposit.md §4)', () => {
  it('asks the survey under 6 months and shows the tip under 12', () => {
    const offer = (today: string) => exchangeOffer('2025-08-31', today, DEFAULT_POLICY);
    expect(offer('2026-02-27')).toEqual({ survey: true, tip: true });
    expect(offer('2026-02-28')).toEqual({ survey: false, tip: true });
    expect(offer('2026-08-30')).toEqual({ survey: false, tip: true });
    expect(offer('2026-08-31')).toEqual({ survey: false, tip: false });
  });

  it('asks the survey from the day of the purchase on, not before', () => {
    const asks = (purchaseDate: string) => asksSurvey(purchaseDate, '2026-03-02', DEFAULT_POLICY);
    expect(['2026-03-01', '2026-03-02', '2026-03-03', ''].map(asks)).toEqual([true, true, false, false]);
  });
});
