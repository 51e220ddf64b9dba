import { cleanEmail } from '../contract/codes.ts';
import { describe, expect, it } from 'vitest';
import { fullName, fullPhone, phoneDigits } from './names.ts';

describe('names (product/rma.md §2)', () => {
  it('joins given name, space, surname', () => {
    expect(fullName('Ada', 'Byron')).toBe('Ada Byron');
  });

  it('puts the surname first without a space as soon as either name has Han characters', () => {
    expect(fullName('小明', '王')).toBe('王小明');
    expect(fullName('Ming', '王')).toBe('王Ming');
    expect(fullName('花子', 'Tanaka')).toBe('Tanaka花子');
  });

  it('keeps kana and Hangul names in the Western order', () => {
    expect(fullName('さくら', 'タナカ')).toBe('さくら タナカ');
    expect(fullName('민준', '김')).toBe('민준 김');
  });

  it('leaves no stray space when one name is missing', () => {
    expect(fullName('', 'Byron')).toBe('Byron');
    expect(fullName(' Ada ', ' ')).toBe('Ada');
  });

  it.each(['null', 'NULL', ' null ', '', '  ', null, undefined])('takes e-mail %o as none', (email) => {
    expect(cleanEmail(email)).toBeNull();
  });

  it('keeps an address, and one that merely contains null', () => {
    expect(cleanEmail(' null@demo.test ')).toBe('null@demo.test');
  });

  it('writes a full phone as +code number', () => {
    expect(fullPhone('33', '612345678')).toBe('+33 612345678');
    expect(fullPhone('+33', '612345678')).toBe('+33 612345678');
    expect(fullPhone('', '612345678')).toBe('612345678');
  });

  it('searches phones by digits alone', () => {
    expect(phoneDigits({ phoneCode: '+33', phone: '6 12-34' })).toBe('3361234');
  });
});
