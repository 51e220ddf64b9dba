/** Scripts that are read in whole characters: the first one of the family name is what a colleague calls out. */
const WHOLE_CHARACTERS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function firstOf(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return first?.segment.toLocaleUpperCase('und') ?? '';
}

/** A client as a screen on a wall shows them: `A. O.`, `王`; '' where there is no name (product/dashboard.md §5). */
export function initialsOf(firstName: string, lastName: string): string {
  const family = firstOf(lastName);
  if (WHOLE_CHARACTERS.test(family)) return family;
  return [firstOf(firstName), family]
    .filter((letter) => letter !== '')
    .map((letter) => `${letter}.`)
    .join(' ');
}
