import { fold } from './search-index.ts';

export interface ExcerptPart {
  readonly text: string;
  readonly isMarked: boolean;
}

const LENGTH = 160;
const LEAD = 40;

/** Where one of the words begins, without regard to case and accents; undefined where none is. */
function firstPlace(text: string, words: readonly string[]): number | undefined {
  const places = words.map((word) => fold(text).indexOf(word)).filter((place) => place >= 0);
  return places.length === 0 ? undefined : Math.min(...places);
}

/** About a line of the text around the first match. */
export function excerptOf(text: string, words: readonly string[]): string {
  const place = firstPlace(text, words) ?? 0;
  const from = place <= LEAD ? 0 : text.lastIndexOf(' ', place - LEAD) + 1;
  const start = place - from > LENGTH ? place : from;
  const part = text.slice(start, start + LENGTH).trim();
  return `${start > 0 ? '… ' : ''}${part}${start + LENGTH < text.length ? ' …' : ''}`;
}

const WORD = /([\p{L}\p{M}\p{N}]+)/u;

/** A text in parts, with the words that matched marked. */
export function markedParts(text: string, words: readonly string[]): readonly ExcerptPart[] {
  const unspaced = words.filter((word) =>
    /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word),
  );
  return text
    .split(WORD)
    .flatMap((part) => (unspaced.length > 0 ? splitAt(part, unspaced) : [part]))
    .filter((part) => part !== '')
    .map((part) => ({ text: part, isMarked: words.includes(fold(part)) }));
}

const splitAt = (part: string, words: readonly string[]): readonly string[] =>
  part.split(new RegExp(`(${words.join('|')})`, 'u'));
