import { looksLikePhone, phoneKey, phoneKeys } from '../contract/codes.ts';
import { describe, expect, it } from 'vitest';
import { searchKey } from './search-key.ts';

describe('a name as search compares it', () => {
  it.each([
    ['case and accents', 'Élodie  DUPRÉ', 'elodie dupre'],
    ['letters without a decomposition', 'Søren Weiß-Łukasz', 'soren weiss-lukasz'],
    ['letters of the north and of Turkey', 'Đorđe Guðrún Þór Işık', 'dorde gudrun thor isik'],
    ['ligatures', 'Cœur Æther', 'coeur aether'],
    ['Han, with or without a space', '王 小明', '王小明'],
    ['both kana alike', 'やまだ', searchKey('ヤマダ')],
    ['halfwidth kana', 'ﾔﾏﾀﾞ', searchKey('ヤマダ')],
    ['fullwidth letters and digits', 'ＰＡＲ－１２', 'par-12'],
    ['Arabic vowels, stretching and word ends', 'فَاطِمَـة', 'فاطمه'],
    ['hamza on its alif', 'أحمد', 'احمد'],
    ['Arabic digits', '٠٦١٢', '0612'],
    ['digits of two scripts without a gap between them', '\u{116D0}\u{116D9}\u{116DA}\u{116E3}', '0909'],
    ['marks of direction that came with a copy', '\u200Eمها\u200F', 'مها'],
    ['apostrophes and dashes of a word processor', 'O’Neil‑Roy', "o'neil-roy"],
  ])('%s', (_what, typed, key) => {
    expect(searchKey(typed)).toBe(key);
  });

  it('keeps the space between words of letters', () => {
    expect(searchKey(' de  la Tour ')).toBe('de la tour');
  });
});

describe('a phone number as typed', () => {
  it.each([
    '+33 6 12 34 56 78',
    '0033612345678',
    '+33 (0)6 12 34 56 78',
    '+33.6.12.34.56.78',
    '33 6-12-34-56-78',
    '+٣٣ ٦١٢٣٤٥٦٧٨',
    '＋３３ ６１２３４５６７８',
    '\u202A+33612345678\u202C',
    '33/612345678',
  ])('%s is one number', (typed) => {
    expect(looksLikePhone(typed)).toBe(true);
    expect(phoneKey(typed)).toBe('33612345678');
  });

  it('at home has no zero in front', () => {
    expect(phoneKey('06 12 34 56 78')).toBe('612345678');
  });

  it('with the zero of home behind the code is also looked for without it', () => {
    expect(phoneKeys('+33 06 12 34 56 78')).toEqual(['330612345678', '33612345678']);
    expect(phoneKeys('0033 0612345678')).toContain('33612345678');
    expect(phoneKeys('+1 0212 555 0100')).toContain('12125550100');
  });

  it('dialled out of Japan or America is also looked for without their prefix', () => {
    expect(phoneKeys('010 33 612345678')).toContain('33612345678');
    expect(phoneKeys('011 33 612345678')).toContain('33612345678');
  });

  it('from abroad has nine digits at least: a shorter one keeps its zero', () => {
    expect(phoneKeys('+10234567')).toEqual(['10234567']);
    expect(phoneKeys('+102345678')).toEqual(['102345678', '12345678']);
  });

  it('of a few digits has one meaning, of none no meaning', () => {
    expect(phoneKeys('+330612')).toEqual(['330612']);
    expect(phoneKeys('5678')).toEqual(['5678']);
    expect(phoneKeys('+ ()')).toEqual([]);
  });

  it('is not a name, a repair number or an address', () => {
    for (const text of ['PAR-000123', 'a@b.test', '王小明', '', '-', 'ring 12', '12 rings'])
      expect(looksLikePhone(text)).toBe(false);
  });
});

describe('digits of any script', () => {
  it('are read from zero to nine', () => {
    expect(searchKey('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789');
    expect(searchKey('０１２３４５６７８９')).toBe('0123456789');
    expect(searchKey('०१२३४५६७८९')).toBe('0123456789');
  });
});
