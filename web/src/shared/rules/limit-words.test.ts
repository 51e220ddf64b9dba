import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '@atelier/domain/kernel.ts';
import { limitWords } from './limit-words.ts';

describe('a limit in words', () => {
  it('is said in hours up to a week, in whole days from there on', () => {
    expect(limitWords(72 * HOUR_MS, 'en', 'long')).toBe('72 hours');
    expect(limitWords(7 * DAY_MS, 'en', 'long')).toBe('7 days');
    expect(limitWords(7 * DAY_MS + HOUR_MS, 'en', 'long')).toBe('169 hours');
    expect(limitWords(7 * DAY_MS, 'fr', 'long')).toMatch(/^7\sjours$/u);
  });

  it('keeps Latin digits in Arabic, as the labels do', () => {
    expect(limitWords(72 * HOUR_MS, 'ar', 'long')).toContain('72');
  });
});
