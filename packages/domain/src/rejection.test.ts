import { expect, it } from 'vitest';
import { REJECTION_CODES } from './rejection.ts';

it('lists every code of a rejection once', () => {
  expect(REJECTION_CODES).toEqual([...new Set(REJECTION_CODES)]);
});
