import { expect, it } from 'vitest';
import { fillText } from './texts.ts';

it('places are filled in, and an unknown one stays empty', () => {
  expect(fillText('Page {{page}} of {{pages}}', { page: 1, pages: 3 })).toBe('Page 1 of 3');
  expect(fillText('by {{name}}', {})).toBe('by ');
});
