import { expect, test } from 'vitest';
import { personName } from './person-schema.ts';

const name = personName(100);

test.each([
  ['abc\u202Egnp', 'abcgnp'],
  ['\u2067Roux\u2069\u200F', 'Roux'],
  ['\u061Cنور', 'نور'],
  ['Rene\u0301e', 'Renée'],
  [`Z${'\u0337'.repeat(60)}algo`, `Z${'\u0337'.repeat(4)}algo`],
  ['Nguyễn', 'Nguyễn'],
  ['  Ana  ', 'Ana'],
])('%j is kept as %j', (typed, kept) => expect(name.parse(typed)).toBe(kept));

test.each(['', '\u200F\u202E', '   '])('%j is no name', (typed) =>
  expect(name.safeParse(typed).success).toBe(false),
);
