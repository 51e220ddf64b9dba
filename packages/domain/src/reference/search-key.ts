import { plainDigits } from '../contract/codes.ts';

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Letters that no decomposition takes apart, as people type them on another keyboard. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  // Arabic: the stretching stroke, and the ends of words that are written either way.
  '\u0640': '',
  ى: 'ي',
  ة: 'ه',
  '’': "'",
  '‘': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};
const FOLDED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');
const HIRAGANA_TO_KATAKANA = 0x60;

/**
 * A text as search compares it: no case, no accents, one way to write what has several (ß, ligatures, Arabic word ends,
 * both kana, digits of any script), no invisible marks, single spaces; none at all in Han and kana.
 */
export const searchKey = (text: string): string => {
  const bare = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  const plain = plainDigits(bare)
    .replace(FOLDED, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\u3041-\u3096]/gu, (kana) =>
      String.fromCodePoint((kana.codePointAt(0) ?? 0) + HIRAGANA_TO_KATAKANA),
    )
    .trim();
  return plain.replace(/\s+/gu, HAN_OR_KANA.test(plain) ? '' : ' ');
};

/** The digits of a phone number as typed, without what differs between home and abroad: plus sign, zeros in front. */
export const phoneKey = (text: string): string =>
  plainDigits(text.normalize('NFKC').replace('(0)', '')).replace(/\D/gu, '').replace(/^0+/u, '');

const NOT_OF_A_PHONE = /[^\p{Nd}\p{Zs}\p{Pd}\p{Cf}+()./]/u;
/** Whether a text can be a phone number: digits of any script and what people put between them. */
export const looksLikePhone = (text: string): boolean =>
  /\p{Nd}/u.test(text) && !NOT_OF_A_PHONE.test(text.normalize('NFKC').trim());

const SHORTEST_ABROAD = 9;

/**
 * Every way a typed number may have meant its country: as it is, dialled out of a country that does not use 00 (010,
 * 011), and with the zero of home behind the country's code (`+33 06 …`). The first is the likeliest; none when there
 * are no digits.
 */
export function phoneKeys(text: string): readonly string[] {
  const key = phoneKey(text);
  if (key === '') return [];
  const digits = plainDigits(text.normalize('NFKC')).replace(/[^\d+]/gu, '');
  const dialledOut = /^01[01](?<rest>\d+)$/u.exec(digits)?.groups?.['rest'];
  const isAbroad = /^(\+|00)/u.test(digits) && key.length >= SHORTEST_ABROAD;
  const withoutHomeZero = isAbroad
    ? [1, 2, 3].filter((code) => key[code] === '0').map((code) => key.slice(0, code) + key.slice(code + 1))
    : [];
  return [...new Set([key, ...(dialledOut === undefined ? [] : [dialledOut]), ...withoutHomeZero])];
}
