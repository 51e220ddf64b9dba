import { describe, expect, it } from 'vitest';
import { capitalCode, codeKey, codeText, emailKey, emailText, isSameCode } from './codes.ts';
import { EMAIL } from './limits.ts';

describe('a code as it is stored', () => {
  it.each([
    ['blanks around it', '  SN-12 ', 'SN-12'],
    ['several blanks', 'SN  12', 'SN 12'],
    ['full-width signs', 'ＳＮ－１２', 'SN-12'],
    ['Arabic digits', 'SN-١٢', 'SN-12'],
    ['Persian digits', 'SN-۱۲', 'SN-12'],
    ['a long dash', 'SN–12', 'SN-12'],
    ['a minus sign', 'SN−12', 'SN-12'],
    ['a non-breaking hyphen', 'SN‑12', 'SN-12'],
    ['a non-breaking blank', 'SN\u00A012', 'SN 12'],
    ['the prefix of a scanner', ']C1SN-12', 'SN-12'],
    ['the prefix of a scanner for matrix codes', ']d2SN-12', 'SN-12'],
    ['FNC1 as a group separator', '\u001DSN-12\u001D', 'SN-12'],
    ['marks of direction', '\u200ESN-12\u200F', 'SN-12'],
    ['a byte order mark', '\uFEFFSN-12', 'SN-12'],
    ['the end of a line', 'SN-12\r\n', 'SN-12'],
  ])('is read without %s', (_what, written, stored) => {
    expect(codeText(written)).toBe(stored);
  });

  it('keeps its case, and is capital where it is printed so', () => {
    expect(codeText('case25')).toBe('case25');
    expect(capitalCode('case25')).toBe('CASE25');
  });

  it('keeps brackets that are no prefix', () => {
    expect(codeText('A]C1')).toBe('A]C1');
  });
});

describe('two ways to write one code', () => {
  it.each(['case25', 'CASE-25', 'Case 25', 'ｃａｓｅ２５', 'case٢٥', ']C1CASE25', 'CASE–25', 'c a s e 2 5'])(
    '%j',
    (written) => {
      expect(isSameCode(written, 'CASE25')).toBe(true);
      expect(codeKey(written)).toBe('CASE25');
    },
  );

  it('are two codes where another sign differs', () => {
    expect(isSameCode('CASE25', 'CASE26')).toBe(false);
    expect(isSameCode('A.1', 'A1')).toBe(false);
  });
});

describe('an e-mail address', () => {
  it.each([
    'a@mail.example',
    'a&b@mail.example',
    'first.last+tag@sub.mail.example',
    "o'neil@mail.example",
    'taro..yamada@docomo.example',
    'taro.@carrier.example',
    'camille@bijoux-été.example',
    'camille@xn--bijoux-t-h1ab.example',
    '太郎@例え.テスト',
    'info@mail.xn--zckzah',
    'müller@mail.example',
  ])('may be %s', (address) => {
    expect(EMAIL.test(emailText(address))).toBe(true);
  });

  it('is folded from full-width signs', () => {
    expect(emailText(' ａ＠mail．example ')).toBe('a@mail.example');
  });

  it.each([
    '',
    'a',
    'a@',
    '@mail.example',
    'a@mail',
    'a b@mail.example',
    'a@b@mail.example',
    '...@mail.example',
    'a@-mail.example',
    'a@mail..example',
    'a@mail.e',
    '"a"@mail.example',
    'a@mail.example\nBcc: b@mail.example',
    `${'a'.repeat(65)}@mail.example`,
  ])('is not %j', (address) => {
    expect(EMAIL.test(address)).toBe(false);
  });
});

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
