import { describe, expect, it } from 'vitest';
import { nearestLanguage } from './languages.ts';

describe('the nearest language (product/reference.md §6)', () => {
  it.each([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-HK', 'zh-TW'],
    ['zh-TW', 'zh-TW'],
    ['zh-Hant-MO', 'zh-TW'],
    ['ar-AE', 'ar'],
    ['es-419', 'es'],
    ['FR_ca', 'fr'],
    ['de', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %s is %s', (tag, language) => {
    expect(nearestLanguage(tag)).toBe(language);
  });
});
