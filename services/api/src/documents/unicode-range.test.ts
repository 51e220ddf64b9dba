import { expect, it } from 'vitest';
import { inRanges, parseUnicodeRange } from './unicode-range.ts';

it('reads single code points, ranges and question marks', () => {
  expect(parseUnicodeRange('U+0000-00FF, U+131,U+4??')).toEqual([
    [0, 0xff],
    [0x131, 0x131],
    [0x400, 0x4ff],
  ]);
});

it('leaves out what it cannot read', () => {
  expect(parseUnicodeRange('latin,U+,U+41')).toEqual([[0x41, 0x41]]);
});

it('takes both ends in', () => {
  const ranges = parseUnicodeRange('U+30-39,U+41');
  expect([0x2f, 0x30, 0x39, 0x3a, 0x41].map((code) => inRanges(ranges, code))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});
