import '@fontsource-variable/inter/wght.css';
import '@fontsource/cormorant-garamond/latin-500.css';
import '@fontsource/cormorant-garamond/latin-ext-500.css';

/**
 * Faces beyond Latin. Their style sheets alone are 100 kB each, so they load when a language needs them; the font files
 * themselves load by `unicode-range`, only for characters that stand on the screen.
 */
const faces = {
  'zh-CN': () => import('@fontsource-variable/noto-sans-sc/wght.css'),
  'zh-TW': () => import('@fontsource-variable/noto-sans-tc/wght.css'),
  ja: () => import('@fontsource-variable/noto-sans-jp/wght.css'),
  ar: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
} as const;

type ScriptLanguage = keyof typeof faces;

const isScriptLanguage = (language: string): language is ScriptLanguage => language in faces;

/** Loads the faces of one interface language; never throws, a missing face only means the system's own. */
export function loadFacesOf(language: string): void {
  if (isScriptLanguage(language)) void faces[language]().catch(() => undefined);
}

/** A face that draws a script; texts in kana hold Han too. */
const faceOfScript: readonly (readonly [RegExp, ScriptLanguage])[] = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh-CN'],
];

/** Loads the faces for what stands in a text, whatever the language around it: a shop's address, a person's name. */
export function loadFacesFor(text: string): void {
  for (const [script, language] of faceOfScript) if (script.test(text)) loadFacesOf(language);
}

/** Customers' names come in every script on every screen: once the screen is quiet, name the faces for them too. */
export function loadNameFacesWhenIdle(): void {
  const load = () => ['zh-CN', 'ar'].forEach(loadFacesOf);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 5000 });
  else setTimeout(load, 3000);
}
