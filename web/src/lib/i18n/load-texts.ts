import type { Language } from './languages.ts';

type Texts = Record<string, unknown>;
interface TextsOfLanguage {
  readonly first: Readonly<Record<string, Texts>>;
  readonly files: Readonly<Record<string, (() => Promise<Texts>) | undefined>>;
}

/**
 * The texts lie in the domain, since what is printed and what is exported is written by the servers from the same files. What
 * every screen needs is one chunk a language, and each other slice a separate chunk; a reader needs their addresses in one
 * language alone.
 */
const languages: Readonly<Record<Language, () => Promise<TextsOfLanguage>>> = {
  en: () => import('./texts/en.ts'),
  'zh-CN': () => import('./texts/zh-CN.ts'),
  'zh-TW': () => import('./texts/zh-TW.ts'),
  fr: () => import('./texts/fr.ts'),
  es: () => import('./texts/es.ts'),
  ja: () => import('./texts/ja.ts'),
  ar: () => import('./texts/ar.ts'),
};

const isLanguage = (tag: string): tag is Language => tag in languages;

/** Texts of one slice in one language. Throws when there are none, so that a forgotten language shows in tests. */
export async function loadTexts(language: string, slice: string): Promise<Texts> {
  const found = isLanguage(language) ? await languages[language]() : undefined;
  const texts = found?.first[`./${slice}.json`] ?? (await found?.files[`./${slice}.json`]?.());
  if (texts === undefined) throw new Error(`no texts for ${language}/${slice}`);
  return texts;
}
