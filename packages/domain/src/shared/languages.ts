/** The product's seven languages (product/reference.md §6), as BCP 47 tags. */
export const REFERENCE_LANGUAGES = ['en', 'zh-CN', 'zh-TW', 'fr', 'es', 'ja', 'ar'] as const;
export type ReferenceLanguage = (typeof REFERENCE_LANGUAGES)[number];
