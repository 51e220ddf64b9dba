import { nearestLanguage } from '@atelier/domain/shared/languages.ts';

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
