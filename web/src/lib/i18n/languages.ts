/** The seven languages of product/reference.md §6, named in themselves. */
export const LANGUAGES = [
  { tag: 'en', name: 'English', dir: 'ltr' },
  { tag: 'zh-CN', name: '简体中文', dir: 'ltr' },
  { tag: 'zh-TW', name: '繁體中文', dir: 'ltr' },
  { tag: 'fr', name: 'Français', dir: 'ltr' },
  { tag: 'es', name: 'Español', dir: 'ltr' },
  { tag: 'ja', name: '日本語', dir: 'ltr' },
  { tag: 'ar', name: 'العربية', dir: 'rtl' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];

const KEY = 'atelier.language';
const TRADITIONAL = /^zh-(hant|tw|hk|mo)/i;

/** The supported language nearest to a BCP 47 tag, or undefined: `zh-HK` is Traditional, `fr-CA` French. */
export function nearestLanguage(tag: string | null | undefined): Language | undefined {
  if (!tag) return undefined;
  if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN';
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language.tag === primary)?.tag;
}

export interface LanguageSources {
  query: string | null;
  stored: string | null;
  browser: readonly string[];
}

/** `?language=` beats the stored choice, which beats the browser, which beats English (product/screens.md §3). */
export function pickLanguage({ query, stored, browser }: LanguageSources): Language {
  const offered = [query, stored, ...browser].map(nearestLanguage);
  return offered.find((language) => language !== undefined) ?? 'en';
}

export function currentLanguageSources(): LanguageSources {
  return {
    query: new URLSearchParams(location.search).get('language'),
    stored: localStorage.getItem(KEY),
    browser: navigator.languages,
  };
}

/** The one thing that survives a logout. */
export function storeLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

export const nameOf = (language: string): string =>
  LANGUAGES.find((one) => one.tag === language)?.name ?? language;
