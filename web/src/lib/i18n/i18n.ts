import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadFacesOf } from '@atelier/ui/theme/fonts.ts';
import {
  type Language,
  currentLanguageSources,
  directionOf,
  pickLanguage,
  storeLanguage,
} from './languages.ts';
import { chunksWaitFor } from '@atelier/ui/chunks/lazy-chunk.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { isolate } from '@atelier/ui/text/isolate.ts';
import { loadTexts } from './load-texts.ts';

const backend = {
  type: 'backend' as const,
  init: () => undefined,
  read: (
    language: string,
    slice: string,
    done: (error: Error | null, texts: Record<string, unknown> | null) => void,
  ) => {
    loadTexts(language, slice).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

/** React escapes markup; what a value of ours needs is to keep its own direction inside the sentence. */
export const interpolationOf = (engine: Pick<I18n, 'language'>) => ({
  escapeValue: true,
  escape: (value: string): string => isolate(value, directionOf(engine.language)),
});

const needed: string[] = [];
// Each chunk adds what texts its modules draw with (web/scripts/chunk-texts.ts).
Object.assign(globalThis, { needTexts: needed });

/**
 * Starts the texts in the visitor's language; `slices` are there before the first paint, others before the chunk that draws with them
 * is drawn: a part that waited for its texts later would hide the screen around it.
 */
export async function startI18n(slices: readonly string[]): Promise<void> {
  const language = pickLanguage(currentLanguageSources());
  i18next.on('languageChanged', dressDocument);
  const started = i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: [...slices],
      defaultNS: 'common',
      keySeparator: '.',
      interpolation: interpolationOf(i18next),
      react: { useSuspense: true },
      returnNull: false,
    });
  // Those it has added itself: what another chunk lacks keeps it from nothing.
  chunksWaitFor(() => {
    const before = needed.length;
    return () => {
      const own = needed.slice(before);
      return started.then(() => requireTexts(own));
    };
  });
  await started;
  await requireTexts(slices);
}

/**
 * Loads texts, also those that could not be had before: the engine asks for none twice, and would show their keys.
 * @throws when some cannot be had now
 */
export async function requireTexts(slices: readonly string[], language = i18next.language): Promise<void> {
  await i18next.loadNamespaces(slices);
  const missing = () => slices.filter((slice) => !i18next.hasResourceBundle(language, slice));
  if (missing().length > 0) await i18next.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`no texts for ${missing().join(', ')}`);
}

/**
 * Loads in another language all texts that were read up to now.
 * @throws when some cannot be had now
 */
export const requireLanguage = (language: string): Promise<void> =>
  requireTexts([i18next.options.ns ?? []].flat(), language);

let chosen: Language | undefined;

/**
 * The reader's own choice: kept on the device, and it takes `?language=` out of the address, which would win otherwise.
 * Without its texts nothing changes, and the reader is shown why.
 */
export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  try {
    await requireLanguage(language);
  } catch {
    if (chosen === language)
      notify({ tone: 'error', title: i18next.t('errors:kind.network'), id: 'language' });
    return;
  }
  // Texts of an earlier choice that come late.
  if (chosen !== language) return;
  storeLanguage(language);
  const url = new URL(location.href);
  if (url.searchParams.has('language')) {
    url.searchParams.delete('language');
    history.replaceState(history.state, '', url);
  }
  await i18next.changeLanguage(language);
}

function dressDocument(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  loadFacesOf(language);
}
