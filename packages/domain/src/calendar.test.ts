import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, addYears, isDay, localDay } from './calendar.ts';

describe('calendar days', () => {
  it.each([
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['', false],
  ])('%s is a day: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });

  it('takes 29 February to 28 February in a common year, and keeps it in a leap year', () => {
    expect(addYears('2024-02-29', 2)).toBe('2026-02-28');
    expect(addYears('2024-02-29', 4)).toBe('2028-02-29');
  });

  it('writes a year with four digits', () => {
    expect(addYears('0998-03-01', 1)).toBe('0999-03-01');
    expect(addYears('0999-03-01', 1)).toBe('1000-03-01');
  });

  it('takes a day the month lacks to its last', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2025-08-31', 6)).toBe('2026-02-28');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  });

  it('always yields a day, and never puts an earlier purchase after a later one', () => {
    const day = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 60 }), (a, b, months) => {
        expect(isDay(addMonths(a, months))).toBe(true);
        const [first, second] = a <= b ? [a, b] : [b, a];
        expect(addMonths(first, months) <= addMonths(second, months)).toBe(true);
      }),
    );
  });

  it('reads the day off the wall of the store, daylight saving included (product/reliability.md §14)', () => {
    expect(localDay('2026-03-28T22:59:59.999Z', 'Europe/Paris')).toBe('2026-03-28');
    expect(localDay('2026-03-28T23:00:00.000Z', 'Europe/Paris')).toBe('2026-03-29');
    // Two hours ahead since the night of the 29th.
    expect(localDay('2026-03-29T21:59:59.999Z', 'Europe/Paris')).toBe('2026-03-29');
    expect(localDay('2026-03-29T22:00:00.000Z', 'Europe/Paris')).toBe('2026-03-30');
    expect(localDay('2026-12-31T15:00:00.000Z', 'Asia/Tokyo')).toBe('2027-01-01');
    expect(localDay('2026-12-31T15:00:00.000Z', 'America/New_York')).toBe('2026-12-31');
  });

  it('never runs backwards as time passes, whatever the zone (product/reliability.md §14)', () => {
    const zones = ['Europe/Paris', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const from = Date.parse('2026-01-01T00:00:00Z');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 800 * 24 * 60 }),
        fc.integer({ min: 0, max: 180 }),
        (zone, minute, later) => {
          const at = (minutes: number) => localDay(new Date(from + minutes * 60_000).toISOString(), zone);
          expect(at(minute) <= at(minute + later)).toBe(true);
        },
      ),
    );
  });
});
