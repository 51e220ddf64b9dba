import { describe, expect, it } from 'vitest';
import { formatsFor } from '@atelier/ui/text/formats.ts';
import { LANGUAGES } from './languages.ts';

const HOUR = 3_600_000;
const plain = (text: string) => text.replace(/[\u00a0\u202f\u200f\u061c]/g, ' ').trim();

describe('formats', () => {
  it('write money in minor units with as many digits as the currency has', () => {
    const english = formatsFor('en');
    expect(english.money(4000, 'EUR')).toBe('€40.00');
    expect(english.money(4000, 'JPY')).toBe('JP¥4,000');
    // What a bench is sent: no amount, and no screen that stops working over it.
    expect(english.money(0, '')).toBe('–');
    expect(plain(formatsFor('fr').money(123_450, 'EUR'))).toBe('1 234,50 €');
  });

  it('keep the letters and the sign of a currency in their order in an Arabic line', () => {
    const arabic = formatsFor('ar');
    expect(plain(arabic.money(15_000, 'JPY'))).toBe('15,000 \u2066JP¥\u2069');
    expect(plain(arabic.money(4000, 'EUR'))).toBe('40.00 €');
  });

  it('write a moment in the given zone', () => {
    const formats = formatsFor('en', 'Asia/Tokyo');
    expect(formats.dateTime('2026-11-14T20:30:00Z')).toBe('15 Nov 2026, 05:30');
    expect(formatsFor('en').dateTimeUtc('2026-11-12T15:04:00Z')).toBe('12 November 2026 at 15:04 UTC');
  });

  it('write a bare day as that day, west of Greenwich too', () => {
    const western = formatsFor('en', 'America/New_York');
    const day = '2026-11-28';
    const { date, day: words, dayShort, weekday } = western;
    expect([date, words, dayShort, weekday].map((write) => write(day))).toEqual([
      '28 Nov 2026',
      '28 November',
      '28 Nov',
      'Saturday 28 November',
    ]);
    expect(western.date('2026-11-28T00:00:00Z')).toBe('27 Nov 2026');
    expect(formatsFor('en').date(day)).toBe('28 Nov 2026');
  });

  it('round an age down, in the unit a person would use', () => {
    const { age } = formatsFor('en');
    expect([0, 0.99 * HOUR, 22.9 * HOUR, 47.9 * HOUR, 48 * HOUR, 240 * HOUR, -5].map(age)).toEqual([
      '0m',
      '59m',
      '22h',
      '47h',
      '2d',
      '10d',
      '0m',
    ]);
    expect(formatsFor('en').ageLong(9 * 24 * HOUR)).toBe('9 days');
  });

  it('say how long something lasts, and how long ago it was, from seconds on', () => {
    const { span, ago } = formatsFor('en');
    expect([999, 34_000, 60_000, 2 * HOUR].map(span)).toEqual([
      '0 seconds',
      '34 seconds',
      '1 minute',
      '2 hours',
    ]);
    expect([34_000, 125_000].map(ago)).toEqual(['34 seconds ago', '2 minutes ago']);
    expect(formatsFor('ja').ago(34_000)).toBe('34 秒前');
    expect(formatsFor('ar').ago(34_000)).not.toMatch(/[٠-٩]/);
  });

  it('show nothing for a moment that is none', () => {
    expect(formatsFor('en').date('')).toBe('');
  });

  it('use Latin digits in every language, so that a number on screen is the number on the label', () => {
    for (const { tag } of LANGUAGES) {
      const formats = formatsFor(tag, 'UTC');
      const written = [
        formats.number(1284),
        formats.date('2026-11-14T00:00:00Z'),
        formats.time('2026-11-14T10:42:00Z'),
        formats.age(9 * HOUR),
      ].join(' ');
      expect(written).toMatch(/10:42/);
      expect(written).not.toMatch(/[٠-٩]/);
    }
  });
});
