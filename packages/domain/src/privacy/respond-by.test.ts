import { expect, it } from 'vitest';
import { respondBy } from './respond-by.ts';

it.each([
  ['2026-11-20T10:00:00.000Z', '2026-12-20T10:00:00.000Z'],
  ['2026-12-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z'],
  ['2027-01-31T23:59:59.000Z', '2027-02-28T23:59:59.000Z'],
  ['2028-01-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2026-08-31T10:00:00.000Z', '2026-09-30T10:00:00.000Z'],
])('a month after %s is %s (GDPR Art. 12(3))', (asked, due) => {
  expect(respondBy(asked)).toBe(due);
});
