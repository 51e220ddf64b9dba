import { expect, it } from 'vitest';
import { pagesFor } from './sizes.ts';

it('a roll takes a page per label', () => {
  expect(pagesFor('62x29', 200, 1)).toBe(200);
  expect(pagesFor('57x32', 1, 7)).toBe(1);
});

it('a sheet takes 24 labels, and fewer when it was begun before', () => {
  expect(pagesFor('a4-3x8', 24, 1)).toBe(1);
  expect(pagesFor('a4-3x8', 25, 1)).toBe(2);
  expect(pagesFor('a4-3x8', 1, 24)).toBe(1);
  expect(pagesFor('a4-3x8', 2, 24)).toBe(2);
});
