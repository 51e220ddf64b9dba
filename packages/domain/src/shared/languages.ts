/** The product's seven languages (product/reference.md §6), as BCP 47 tags. */
export const REFERENCE_LANGUAGES = ['en', 'zh-CN', 'zh-TW', 'fr', 'es', 'ja', 'ar'] as const;
export type ReferenceLanguage = (typeof REFERENCE_LANGUAGES)[number];

const TRADITIONAL = /^zh-(hant|tw|hk|mo)/i;

/** The supported language nearest to a BCP 47 tag, or undefined: `zh-HK` is Traditional, `fr-CA` French. */
export function nearestLanguage(tag: string | null | undefined): ReferenceLanguage | undefined {
  if (!tag) return undefined;
  if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return REFERENCE_LANGUAGES.find((language) => language === primary);
}
