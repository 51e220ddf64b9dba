import { expect, test } from 'vitest';
import { markAt } from './mark-at.ts';

const rows = ['first', 'second'] as const;

test.each([
  [null, undefined],
  [undefined, undefined],
  [0, 'first'],
  ['1', 'second'],
  [2, undefined],
])('a click that names %s opens %s', (index, opened) => {
  expect(markAt(rows, index)).toBe(opened);
});
