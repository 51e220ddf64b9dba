// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Suspense } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { ClientLanguage } from './client-language.tsx';

const texts: Record<string, object> = { en: { hello: 'Good morning' }, ja: { hello: 'おはようございます' } };
const backend = {
  type: 'backend' as const,
  init: () => undefined,
  read: (language: string, _: string, done: (error: Error | null, texts: object | null) => void) => {
    const found = texts[language] ?? null;
    done(found === null ? new Error('offline') : null, found);
  },
};
beforeAll(() =>
  i18next
    .use(backend)
    .use(initReactI18next)
    .init({ lng: 'en', ns: ['calls'] }),
);

const Hello = () => <p>{useTranslation('calls').t('hello')}</p>;

it.each([
  ['en', 'Good morning', 'en'],
  ['ja', 'おはようございます', 'ja'],
  // Its texts cannot be had: the staff's, never keys.
  ['fr', 'Good morning', 'en'],
])('words in the language %s come without hiding the screen around them', async (language, words, spoken) => {
  const hides = vi.fn<() => null>(() => null);
  const Hidden = () => hides();
  render(
    <Suspense fallback={<Hidden />}>
      <ClientLanguage language={language}>
        <Hello />
      </ClientLanguage>
    </Suspense>,
  );
  const said = await screen.findByText(words, {}, { timeout: 20_000 });
  expect(said.parentElement?.lang).toBe(spoken);
  expect(hides).not.toHaveBeenCalled();
});
