// @vitest-environment jsdom
import { onNotice } from '@atelier/ui/feedback/notify.ts';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { NoConnection } from '@atelier/ui/chunks/no-connection.ts';
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { changeLanguage, startI18n } from './i18n.ts';
import { loadTexts } from './load-texts.ts';

vi.mock('./load-texts.ts', () => ({ loadTexts: vi.fn<typeof loadTexts>() }));

const texts = vi.mocked(loadTexts);
const away = () => Promise.resolve(false);
/** A chunk that says what its texts are called, as the build has it. */
const chunkWith = (slice: string) => async () => {
  (globalThis as unknown as { needTexts: string[] }).needTexts.push(slice);
  return slice;
};

beforeAll(async () => {
  texts.mockImplementation((_, slice) => Promise.resolve({ name: slice }));
  await startI18n(['common']);
});
beforeEach(() => void texts.mockClear());

it('a chunk comes with its texts, which are asked for once', async () => {
  expect(await loadChunk(chunkWith('history'))).toBe('history');
  expect(i18next.t('history:name')).toBe('history');
  await loadChunk(chunkWith('history'));
  expect(texts.mock.calls.map(([, slice]) => slice)).toEqual(['history']);
});

it('a chunk whose texts cannot be had is not drawn with their keys, and is tried again', async () => {
  texts.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  await expect(loadChunk(chunkWith('papers'), vi.fn<() => void>(), away)).rejects.toThrow(NoConnection);
  expect(await loadChunk(chunkWith('history'), vi.fn<() => void>(), away)).toBe('history');
  expect(await loadChunk(chunkWith('papers'))).toBe('papers');
  expect(i18next.t('papers:name')).toBe('papers');
});

it('a chunk does not wait for what others that load meanwhile need', async () => {
  const gates = new Map(['one', 'two', 'three'].map((name) => [name, Promise.withResolvers<void>()]));
  texts.mockImplementation(async (_, slice) => (await gates.get(slice)?.promise, { name: slice }));
  const reload = vi.fn<() => void>();
  const asked = (slice: string) =>
    vi.waitFor(() => expect(texts.mock.calls.map(([, name]) => name)).toContain(slice), { timeout: 20_000 });
  const load = async (slice: string) => {
    const loaded = loadChunk(chunkWith(slice), reload, () => Promise.resolve(true));
    await asked(slice);
    return { loaded };
  };
  const [one, two, three] = [await load('one'), await load('two'), await load('three')];
  gates.get('one')?.resolve();
  expect(await one.loaded).toBe('one');
  gates.get('two')?.resolve();
  expect(await two.loaded).toBe('two');
  gates.get('three')?.resolve();
  expect(await three.loaded).toBe('three');
  expect(reload).not.toHaveBeenCalled();
});

it('a language whose texts cannot be had is not changed to, and can be chosen again', async () => {
  const notices = vi.fn<Parameters<typeof onNotice>[0]>();
  onNotice(notices);
  const before = i18next.language;
  texts.mockImplementation((language, slice) =>
    slice === 'history'
      ? Promise.reject(new Error('offline'))
      : Promise.resolve({ name: `${language} ${slice}` }),
  );
  await changeLanguage('fr');
  expect([i18next.language, localStorage.getItem('atelier.language')]).toEqual([before, null]);
  expect(notices).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ tone: 'error' }));
  texts.mockImplementation((language, slice) => Promise.resolve({ name: `${language} ${slice}` }));
  await changeLanguage('fr');
  expect(i18next.t('history:name')).toBe('fr history');
});

it('of two languages chosen one after the other the last one holds, whichever texts come first', async () => {
  const late = Promise.withResolvers<void>();
  texts.mockImplementation(async (language, slice) => {
    if (language === 'ja') await late.promise;
    return { name: `${language} ${slice}` };
  });
  const first = changeLanguage('ja');
  await changeLanguage('es');
  late.resolve();
  await first;
  expect(i18next.language).toBe('es');
});
