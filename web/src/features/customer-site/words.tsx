import { Fragment } from 'react';

/** Languages written without spaces: where a line may break is not to be seen from the letters. */
const UNSPACED = /^(zh|ja)/u;
/** Particles that belong to the word before them. */
const TRAILING = /^[的了吗呢吧嗎着著]$/u;
const OPENING = /[（「『“‘《(]$/u;

/** A text cut where a line may end: between words, never inside one, before no mark and no particle. */
export function lineParts(text: string, language: string): readonly string[] {
  if (!UNSPACED.test(language)) return [text];
  const parts: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const before = parts.at(-1);
    const begins =
      isWordLike === true && !TRAILING.test(segment) && !(before !== undefined && OPENING.test(before));
    if (before === undefined || begins) parts.push(segment);
    else parts[parts.length - 1] = before + segment;
  }
  return parts;
}

/**
 * A sentence whose lines break between words in Chinese and Japanese too (its box has `word-break: keep-all`). Another
 * sentence is another element: a browser that translates the page puts its own elements in place of text, and React
 * would go on writing into the text that was taken out.
 */
export const Words = ({ text, language }: { text: string; language: string }) => (
  <span key={`${language} ${text}`} data-whole>
    {lineParts(text, language).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
