import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { inRanges, parseUnicodeRange, type CodeRange } from './unicode-range.ts';

/** One file of a font: these fonts come split by the characters that they hold. */
export interface FontPart {
  readonly alias: string;
  readonly path: string;
  readonly ranges: readonly CodeRange[];
}

const require = createRequire(import.meta.url);

/** Bracketed subsets (`[12]`) are the slices of the Chinese, Japanese and Korean fonts. */
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

/** The bytes of a part, as the canvas takes them. */
export const readPart = ({ path }: FontPart): Buffer => readFileSync(require.resolve(path));

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

type Family = () => readonly FontPart[];

const variable = (name: string): Family =>
  once(() => partsOf(`@fontsource-variable/${name}`, name, 'wght-normal'));

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

/** Fonts of one script each, asked only for characters of that script, and its marks. */
const BY_SCRIPT: readonly (readonly [script: RegExp, family: Family])[] = [
  [/[\p{Script=Hangul}]/u, variable('noto-sans-kr')],
  [/[\p{Script=Thai}]/u, variable('noto-sans-thai')],
  [/[\p{Script=Hebrew}]/u, variable('noto-sans-hebrew')],
  [/[\p{Script_Extensions=Devanagari}]/u, variable('noto-sans-devanagari')],
  [/[\p{Script=Armenian}]/u, variable('noto-sans-armenian')],
  [/[\p{Script_Extensions=Georgian}]/u, variable('noto-sans-georgian')],
  [/[\p{Script_Extensions=Bengali}]/u, variable('noto-sans-bengali')],
  [/[\p{Script_Extensions=Tamil}]/u, variable('noto-sans-tamil')],
  [/[\p{Script_Extensions=Telugu}]/u, variable('noto-sans-telugu')],
  [/[\p{Script_Extensions=Gujarati}]/u, variable('noto-sans-gujarati')],
  [/[\p{Script_Extensions=Gurmukhi}]/u, variable('noto-sans-gurmukhi')],
  [/[\p{Script_Extensions=Kannada}]/u, variable('noto-sans-kannada')],
  [/[\p{Script_Extensions=Malayalam}]/u, variable('noto-sans-malayalam')],
  [/[\p{Script_Extensions=Sinhala}]/u, variable('noto-sans-sinhala')],
  [/[\p{Script=Lao}]/u, variable('noto-sans-lao')],
  [/[\p{Script=Khmer}]/u, variable('noto-sans-khmer')],
  [/[\p{Script_Extensions=Myanmar}]/u, variable('noto-sans-myanmar')],
  [/[\p{Script=Ethiopic}]/u, variable('noto-sans-ethiopic')],
];

/** The scripts of the fonts before those: the ranges of their files also name some that they have no shapes for. */
const OURS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u;

/** Named by the ranges of the Chinese and Japanese fonts, and in none of them. */
const PICTURES = /\p{Emoji_Presentation}/u;

/** Whose shapes a Han character takes is the reader's affair. */
function hanOrder(language: ReferenceLanguage): readonly Family[] {
  if (language === 'zh-CN') return [SIMPLIFIED, TRADITIONAL, JAPANESE];
  if (language === 'zh-TW') return [TRADITIONAL, SIMPLIFIED, JAPANESE];
  return [JAPANESE, SIMPLIFIED, TRADITIONAL];
}

export interface FoundPart {
  readonly part: FontPart;
  /** Its place in the order in which families are tried. */
  readonly rank: number;
}

/** The file that holds a character; null where no font of ours does. `script` is the one of the letters around it. */
export type PartSearch = (code: number, script?: RegExp) => FoundPart | null;

export function partSearch(language: ReferenceLanguage, isSerif: boolean): PartSearch {
  const sans = [INTER, ARABIC, ...hanOrder(language)];
  const order = isSerif ? [SERIF, ...sans] : sans;
  return (code, script) => {
    const character = String.fromCodePoint(code);
    const own = BY_SCRIPT.findIndex(([of]) => of === script && JOINS.test(character));
    const named = own === -1 ? BY_SCRIPT.findIndex(([of]) => of.test(character)) : own;
    const families =
      named === -1
        ? OURS.test(character) && !PICTURES.test(character)
          ? order
          : []
        : [BY_SCRIPT[named]?.[1] ?? INTER];
    for (const [rank, family] of families.entries()) {
      const part = family().find(({ ranges }) => inRanges(ranges, code));
      if (part !== undefined) return { part, rank: named === -1 ? rank : order.length + named };
    }
    return null;
  };
}

/** What joins the letters of a script: it is drawn by their font, or the letters come apart. */
const JOINS = /[\u200c\u200d]/;

/** The script of a letter that needs a separate font; undefined for all others. */
export const scriptOf = (character: string): RegExp | undefined =>
  BY_SCRIPT.find(([script]) => script.test(character))?.[0];

const search = once(() => partSearch('en', false));

/** Characters of a text that papers show as a question mark, each once. */
export function missingGlyphs(text: string): string[] {
  const found = search();
  const drawn = Array.from(text.normalize('NFC')).filter(
    (character) => !/[\p{Cf}\p{Z}\p{Cc}]/u.test(character),
  );
  return [...new Set(drawn.filter((character) => found(character.codePointAt(0) ?? 0) === null))];
}
