import { z } from 'zod';

/** The product's seven languages (product/reference.md §6), as BCP 47 tags. */
export const REFERENCE_LANGUAGES = ['en', 'zh-CN', 'zh-TW', 'fr', 'es', 'ja', 'ar'] as const;
export type ReferenceLanguage = (typeof REFERENCE_LANGUAGES)[number];

/** A name an administrator keeps in every language; English is what is shown where one is missing. */
export const translatedText = z.object({
  en: z.string(),
  'zh-CN': z.string(),
  'zh-TW': z.string(),
  fr: z.string(),
  es: z.string(),
  ja: z.string(),
  ar: z.string(),
});
export type TranslatedText = z.infer<typeof translatedText>;

/** The text in one language, or in English when that one is blank. */
export const textIn = (text: TranslatedText, language: ReferenceLanguage): string =>
  text[language] === '' ? text.en : text[language];
