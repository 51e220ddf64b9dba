import { describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from './amount.ts';

describe('a typed amount', () => {
  it.each([
    ['40', 'EUR', 4000],
    ['40.5', 'EUR', 4050],
    ['40,50', 'EUR', 4050],
    ['1 234,50', 'EUR', 123_450],
    ['1,234.50', 'USD', 123_450],
    ['1.234', 'EUR', 123_400],
    ['4000', 'JPY', 4000],
    ['4,000', 'JPY', 4000],
    ['٤٠٫٥٠', 'EUR', 4050],
    ['0.5', 'EUR', 50],
  ])('reads %s %s', (typed, currency, minor) => {
    expect(readAmount(typed, currency)).toBe(minor);
  });

  it.each(['', 'abc', '-4', '4.12345', '.'])('refuses %j', (typed) => {
    expect(readAmount(typed, 'EUR')).toBeNull();
  });

  it('comes back as it was written, in every language', () => {
    for (const language of ['en', 'fr', 'es', 'ja', 'ar', 'zh-CN', 'zh-TW']) {
      expect(readAmount(writeAmount(123_450, 'EUR', language), 'EUR')).toBe(123_450);
      expect(readAmount(writeAmount(4000, 'JPY', language), 'JPY')).toBe(4000);
    }
  });
});
