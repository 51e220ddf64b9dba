import type { Rejection } from './rejection.ts';

const CJK_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Words of a remark: each Han or kana character counts one, the rest by white space; bare punctuation counts nothing. */
export function remarkWords(text: string): number {
  const characters = text.match(CJK_CHARACTER)?.length ?? 0;
  const rest = text.replace(CJK_CHARACTER, ' ').split(/\s+/u);
  return characters + rest.filter((token) => HAS_WORD.test(token)).length;
}

/** Why a remark cannot be kept: empty, or above the limit (120 words, product/deposit.md §2); null when it can. */
export function remarkRefusal(text: string, limit: number): Rejection | null {
  if (text.trim() === '') return { code: 'text_required' };
  const words = remarkWords(text);
  return words > limit ? { code: 'text_too_long', details: { words, limit } } : null;
}
