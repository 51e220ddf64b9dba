import { expect, it } from 'vitest';
import { verdictOfRefusal } from './use-astray.ts';

it.each([
  ['not_found', 'wrong_package'],
  ['item_already_received', 'already_done'],
  ['invalid_body', 'unknown'],
] as const)('a piece of a box that is addressed elsewhere: %s is said as %s', (code, verdict) => {
  expect(verdictOfRefusal({ code })).toBe(verdict);
});
