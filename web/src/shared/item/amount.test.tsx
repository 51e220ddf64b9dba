import { AMOUNT_VARIANTS } from '@atelier/domain/shared/testing-amounts.ts';
import { describe, expect, it } from 'vitest';
import { readAmount, writeAmount } from './amount.ts';

describe('a typed amount', () => {
  it.each(AMOUNT_VARIANTS)('%j in %s is %s, as in a file', (typed, currency, expected) => {
    expect(readAmount(typed, currency)).toBe(typeof expected === 'number' ? expected : null);
  });

  it('comes back as it was written, in every language', () => {
    for (const language of ['en', 'fr', 'es', 'ja', 'ar', 'zh-CN', 'zh-TW']) {
      expect(readAmount(writeAmount(123_450, 'EUR', language), 'EUR')).toBe(123_450);
      expect(readAmount(writeAmount(4000, 'JPY', language), 'JPY')).toBe(4000);
      expect(readAmount(writeAmount(2_900, 'KWD', language), 'KWD')).toBe(2_900);
      expect(readAmount(writeAmount(290_000, 'EUR', language), 'EUR')).toBe(290_000);
    }
  });
});
