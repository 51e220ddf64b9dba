import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { GlobalFonts } from '@napi-rs/canvas';
import { partSearch, readPart, scriptOf, type FontPart, type PartSearch } from './font-files.ts';

const registered = new Set<string>();

function register(part: FontPart): void {
  const { alias } = part;
  if (registered.has(alias)) return;
  registered.add(alias);
  if (GlobalFonts.register(readPart(part), alias) === null) {
    throw new Error(`the font ${alias} cannot be read`);
  }
}

/** What stands for a character that none of our fonts has. */
const UNKNOWN = '?';

export interface Shaped {
  /** What can be drawn: a character of no font of ours is a question mark, never a machine's own font. */
  readonly text: string;
  /** The families for the canvas, in the order in which they are tried. */
  readonly families: string;
}

interface Found {
  readonly alias: string;
  readonly rank: number;
}

const NOWHERE: Found = { alias: 'sans-serif', rank: 0 };

/** Finds and registers the files a text needs, and only those; kept, since the same words come again. */
export class Fonts {
  readonly #search: PartSearch;
  readonly #found = new Map<string, Found | null>();

  constructor(language: ReferenceLanguage, isSerif = false) {
    this.#search = partSearch(language, isSerif);
  }

  shape(text: string): Shaped {
    const ranks = new Map<string, number>();
    let script: RegExp | undefined;
    const drawable = Array.from(text, (character) => {
      script = scriptOf(character) ?? script;
      const found = this.#find(character, script);
      const { alias, rank } = found ?? this.#find(UNKNOWN) ?? NOWHERE;
      ranks.set(alias, rank);
      return found === null ? UNKNOWN : character;
    });
    // Latin letters come from the Latin font, also where a slice of another one holds some.
    const families = [...ranks].toSorted(([, a], [, b]) => a - b).map(([alias]) => alias);
    return { text: drawable.join(''), families: families.join(', ') };
  }

  #find(character: string, script?: RegExp): Found | null {
    const key = `${character} ${script?.source ?? ''}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const part = this.#search(character.codePointAt(0) ?? 0, script);
    if (part !== null) register(part.part);
    const found = part === null ? null : { alias: part.part.alias, rank: part.rank };
    this.#found.set(key, found);
    return found;
  }
}
