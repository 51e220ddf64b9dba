// @vitest-environment jsdom
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import { NoConnection } from '@atelier/ui/chunks/no-connection.ts';
import i18next from 'i18next';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from './i18n.ts';
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
  expect(await loadChunk(chunkWith('papers'))).toBe('papers');
  expect(i18next.t('papers:name')).toBe('papers');
});
