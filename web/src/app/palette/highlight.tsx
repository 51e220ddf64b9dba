import type { ReactNode } from 'react';

const escaped = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

/** A text with the words that were typed marked in it. */
export function Highlight({ text, words }: { text: string; words: string }): ReactNode {
  const wanted = words.split(/\s+/u).filter((word) => word !== '');
  if (wanted.length === 0) return text;
  const pattern = new RegExp(`(${wanted.map((word) => escaped(word)).join('|')})`, 'giu');
  return text.split(pattern).map((part, index) =>
    // With one group in the pattern every second part is what it matched.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}
