import type { ReferenceLanguage } from '../shared/languages.ts';

/** A name an administrator keeps in every language; English is what is shown where one is missing. */
export type TranslatedText = Record<ReferenceLanguage, string>;

/** The text in one language, or in English when that one is blank. */
export const textIn = (text: TranslatedText, language: ReferenceLanguage): string =>
  text[language] === '' ? text.en : text[language];

const NOTHING: TranslatedText = { en: '', 'zh-CN': '', 'zh-TW': '', fr: '', es: '', ja: '', ar: '' };

/** A text in all languages: what was there, what is said in others, and the English one. */
export function mergedText(
  before: TranslatedText | undefined,
  others: Partial<TranslatedText> | undefined,
  english: string | undefined,
): TranslatedText {
  const merged = { ...NOTHING, ...before, ...others };
  return english === undefined ? merged : { ...merged, en: english };
}
