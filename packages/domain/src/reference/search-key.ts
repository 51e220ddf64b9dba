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

/** How the keys of names are written; rows of another form are rewritten by the workers. */
export const NAME_KEY_FORM = 1;

/** A name as search compares it: its `searchKey` without blanks, hyphens and apostrophes. */
export const nameKey = (name: string): string => searchKey(name).replace(/[\s'-]+/gu, '');
