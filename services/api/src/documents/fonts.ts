import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { GlobalFonts } from '@napi-rs/canvas';
import { inRanges, parseUnicodeRange } from './unicode-range.ts';
import type { CodeRange } from './unicode-range.ts';

/** One file of a font: these fonts come split by the characters that they hold. */
interface FontPart {
  readonly alias: string;
  readonly path: string;
  readonly ranges: readonly CodeRange[];
}

const require = createRequire(import.meta.url);

/** Bracketed subsets (`[12]`) are the slices of the Chinese and Japanese fonts. */
function partsOf(pack: string, name: string, ending: string): readonly FontPart[] {
  const text = readFileSync(require.resolve(`${pack}/unicode.json`), 'utf8');
  const subsets: unknown = JSON.parse(text);
  return Object.entries(subsets ?? {}).map(([subset, ranges]) => {
    const part = subset.replaceAll(/[[\]]/g, '');
    return {
      alias: `${name}-${part}`,
      path: `${pack}/files/${name}-${part}-${ending}.woff2`,
      ranges: parseUnicodeRange(String(ranges)),
    };
  });
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const variable = (name: string) => once(() => partsOf(`@fontsource-variable/${name}`, name, 'wght-normal'));

const INTER = variable('inter');
const ARABIC = variable('noto-sans-arabic');
const JAPANESE = variable('noto-sans-jp');
const SIMPLIFIED = variable('noto-sans-sc');
const TRADITIONAL = variable('noto-sans-tc');
const SERIF = once(() =>
  partsOf('@fontsource/cormorant-garamond', 'cormorant-garamond', '500-normal').filter(({ alias }) =>
    /-(latin|latin-ext)$/.test(alias),
  ),
);

type Family = () => readonly FontPart[];

/** Whose shapes a Han character takes is the reader's affair. */
function hanOrder(language: ReferenceLanguage): readonly Family[] {
  if (language === 'zh-CN') return [SIMPLIFIED, TRADITIONAL, JAPANESE];
  if (language === 'zh-TW') return [TRADITIONAL, SIMPLIFIED, JAPANESE];
  return [JAPANESE, SIMPLIFIED, TRADITIONAL];
}

const registered = new Set<string>();

function register({ alias, path }: FontPart): void {
  if (registered.has(alias)) return;
  registered.add(alias);
  if (GlobalFonts.register(readFileSync(require.resolve(path)), alias) === null) {
    throw new Error(`the font ${alias} cannot be read`);
  }
}

/** The scripts that these fonts draw: the ranges of their files also name some that they have no shapes for. */
const OURS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u;

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
  readonly #order: readonly Family[];
  readonly #found = new Map<number, Found | null>();

  constructor(language: ReferenceLanguage, isSerif = false) {
    const sans = [INTER, ARABIC, ...hanOrder(language)];
    this.#order = isSerif ? [SERIF, ...sans] : sans;
  }

  shape(text: string): Shaped {
    const ranks = new Map<string, number>();
    const drawable = Array.from(text, (character) => {
      const found = this.#find(character);
      const { alias, rank } = found ?? this.#find(UNKNOWN) ?? NOWHERE;
      ranks.set(alias, rank);
      return found === null ? UNKNOWN : character;
    });
    // Latin letters come from the Latin font, also where a slice of another one holds some.
    const families = [...ranks].toSorted(([, a], [, b]) => a - b).map(([alias]) => alias);
    return { text: drawable.join(''), families: families.join(', ') };
  }

  #find(character: string): Found | null {
    const code = character.codePointAt(0) ?? 0;
    const known = this.#found.get(code);
    if (known !== undefined) return known;
    const found = this.#search(code);
    this.#found.set(code, found);
    return found;
  }

  #search(code: number): Found | null {
    if (!OURS.test(String.fromCodePoint(code))) return null;
    for (const [rank, family] of this.#order.entries()) {
      const part = family().find(({ ranges }) => inRanges(ranges, code));
      if (part === undefined) continue;
      register(part);
      return { alias: part.alias, rank };
    }
    return null;
  }
}
