import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { refusalOf } from './remark-outbox.ts';

it.each([
  ['network', 0, null],
  ['timeout', 0, null],
  ['refused', 500, null],
  ['refused', 503, null],
  ['refused', 499, null],
  ['refused', 401, null],
  ['refused', 429, null],
  ['refused', 400, 'text_too_long'],
] as const)('a remark that failed by %s %i ends with %s', (kind, status, refusal) => {
  expect(refusalOf(new ApiError(kind, { status, code: 'text_too_long' }))).toBe(refusal);
});
