import { nearestLanguage } from '@atelier/domain/shared/languages.ts';
import { describe, expect, it } from 'vitest';
import { directionOf, LANGUAGES, pickLanguage } from './languages.ts';

describe('the language of a screen', () => {
  it('is the query, then the stored choice, then the browser, then English', () => {
    const browser = ['fr-CA', 'en'];
    expect(pickLanguage({ query: 'ja', stored: 'ar', browser })).toBe('ja');
    expect(pickLanguage({ query: null, stored: 'ar', browser })).toBe('ar');
    expect(pickLanguage({ query: 'klingon', stored: null, browser })).toBe('fr');
    expect(pickLanguage({ query: null, stored: null, browser: ['de', 'pt-BR'] })).toBe('en');
  });

  it.each([
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-HK', 'zh-TW'],
    ['zh-Hant-MO', 'zh-TW'],
    ['ar-AE', 'ar'],
    ['es-419', 'es'],
    ['', undefined],
  ])('takes %s for %s', (tag, language) => {
    expect(nearestLanguage(tag)).toBe(language);
  });

  it('runs from the right in Arabic alone', () => {
    expect(LANGUAGES.filter(({ tag }) => directionOf(tag) === 'rtl').map(({ tag }) => tag)).toEqual(['ar']);
  });
});
