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

  it('runs from the right in Arabic alone', () => {
    expect(LANGUAGES.filter(({ tag }) => directionOf(tag) === 'rtl').map(({ tag }) => tag)).toEqual(['ar']);
  });
});
