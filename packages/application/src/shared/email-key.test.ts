import { expect, it } from 'vitest';
import { emailKey } from './email-key.ts';

it.each([
  ['Ana@Mail.Example', 'ana@mail.example'],
  [' ana＠mail．example', 'ana@mail.example'],
  ['ana@bijoux-été.example', 'ana@xn--bijoux-t-h1ab.example'],
  ['ana@BIJOUX-ÉTÉ.example', 'ana@xn--bijoux-t-h1ab.example'],
  ['ana@xn--bijoux-t-h1ab.example', 'ana@xn--bijoux-t-h1ab.example'],
  ['taro..y.@docomo.example', 'taro..y.@docomo.example'],
  ['ana@', 'ana@'],
  ['Ana', 'ana'],
])('compares the address %j as %j', (written, key) => {
  expect(emailKey(written)).toBe(key);
});
