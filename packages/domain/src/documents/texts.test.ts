import { describe, expect, it } from 'vitest';
import { REFERENCE_LANGUAGES } from '../shared/languages.ts';
import { filled, PAPER_TEXTS } from './texts.ts';

const english = Object.entries(PAPER_TEXTS.en);
const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

/** The same in some languages by nature: signs and international words. */
const ALIKE = new Set(['none', 'grams', 'total', 'signature', 'size']);

describe.each(REFERENCE_LANGUAGES)('the words on papers in %s', (language) => {
  const texts: Readonly<Record<string, string>> = PAPER_TEXTS[language];

  it('are all there, and nothing besides', () => {
    expect(Object.keys(texts).toSorted()).toEqual(english.map(([key]) => key).toSorted());
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have the same places to fill in as the English', () => {
    for (const [key, text] of english) expect(placesOf(texts[key] ?? ''), key).toEqual(placesOf(text));
  });

  it('are translated', () => {
    const untranslated = ([key, text]: readonly [string, string]) => texts[key] === text && !ALIKE.has(key);
    const same = language === 'en' ? [] : english.filter(untranslated);
    // "Page", "No." and the like stand in several languages.
    expect(same.length).toBeLessThanOrEqual(1);
  });
});

it('places are filled in, and an unknown one stays empty', () => {
  expect(filled('Page {page} of {pages}', { page: 1, pages: 3 })).toBe('Page 1 of 3');
  expect(filled('by {name}', {})).toBe('by ');
});
