import MiniSearch, { type SearchResult } from 'minisearch';
import { partsOf } from '../../../../shared/guides/parts.ts';
import { sentencesOf } from '../../../../shared/guides/guide-texts.ts';
import type { GuideName } from '../guides/guides.ts';
import type { ReadGuide } from '../guides/load-guide.ts';

interface Section {
  readonly id: string;
  readonly guide: GuideName;
  readonly task: string;
  readonly title: string;
  readonly text: string;
}

/** A section that holds what was searched for, best first. */
export interface Found extends Omit<Section, 'id'> {
  /** The words of the section that matched, folded. */
  readonly words: readonly string[];
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const IS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /[\p{L}\p{N}]+/gu;
const ARABIC_ARTICLE = /^ال(?=\p{L}{3})/u;

/** Without case and accents; in Arabic without the article. */
export const fold = (word: string): string =>
  word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(ARABIC_ARTICLE, '');

/** Pairs of neighbouring letters, for scripts that set no spaces between words. */
function pairsOf(run: string): readonly string[] {
  const letters = Array.from(run);
  if (letters.length < 2) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

/** Words, and pairs of letters where a script has no spaces. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC');
  const pairs = [...plain.matchAll(UNSPACED)].flatMap(([run]) => pairsOf(run));
  return [...(plain.replaceAll(UNSPACED, ' ').match(WORD) ?? []), ...pairs];
}

const plainText = (sentence: string, label: (name: string) => string): string =>
  partsOf(sentence)
    .map(({ kind, text }) => (kind === 'label' ? label(text) : text))
    .join('');

const sectionsOf = (guides: readonly ReadGuide[], label: (name: string) => string): Section[] =>
  guides.flatMap(({ key: guide, tasks }) =>
    tasks.map((task) => ({
      id: `${guide}#${task.key}`,
      guide,
      task: task.key,
      title: task.title,
      text: sentencesOf(task)
        .map((sentence) => plainText(sentence, label))
        .join(' '),
    })),
  );

/** Beginnings of words count, and one letter wrong in five. */
const LENIENT = {
  prefix: true,
  fuzzy: (word: string) => (word.length > 4 && !IS_UNSPACED.test(word) ? 0.2 : false),
  boost: { title: 4 },
} as const;

/**
 * All guides of one language, to be searched on the device.
 * @param label the text of a label that a sentence names
 * @returns the search: sections that hold every word, else any of them
 */
export function searchIn(
  guides: readonly ReadGuide[],
  label: (name: string) => string,
): (words: string) => readonly Found[] {
  const index = new MiniSearch<Section>({
    fields: ['title', 'text'],
    storeFields: ['guide', 'task', 'title', 'text'],
    tokenize: wordsOf,
    processTerm: fold,
  });
  index.addAll(sectionsOf(guides, label));
  return (words) => {
    const all = index.search(words, { ...LENIENT, combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(words, LENIENT)).slice(0, 20).map(foundOf);
  };
}

/** What `storeFields` keeps. */
function foundOf({ terms, ...stored }: SearchResult): Found {
  const { guide, task, title, text } = stored as unknown as Section;
  return { guide, task, title, text, words: terms };
}
