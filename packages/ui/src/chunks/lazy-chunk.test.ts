import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chunksWaitFor, loadChunk } from './lazy-chunk.ts';
import { NoConnection } from './no-connection.ts';

const there = () => Promise.resolve(true);

describe('a lazy chunk', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  it('is what was loaded', async () => {
    await expect(loadChunk(() => Promise.resolve(7), vi.fn<() => void>())).resolves.toBe(7);
  });

  it('comes when the texts that it named while it ran are there', async () => {
    const named: string[] = [];
    const texts = Promise.withResolvers<void>();
    const asked: string[][] = [];
    chunksWaitFor(() => () => (asked.push([...named]), texts.promise));
    const isThere = vi.fn<() => void>();
    void loadChunk(async () => void named.push('history')).then(isThere);
    await vi.waitFor(() => expect(asked).toEqual([['history']]));
    expect(isThere).not.toHaveBeenCalled();
    texts.resolve();
    await vi.waitFor(() => expect(isThere).toHaveBeenCalledOnce());
    chunksWaitFor(undefined);
  });

  it('loads the page again once, and tells the second failure', async () => {
    const reload = vi.fn<() => void>();
    const gone = () => Promise.reject(new Error('404'));
    void loadChunk(gone, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    await expect(loadChunk(gone, reload, there)).rejects.toThrow('404');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('keeps the page while the server cannot be reached, and may still load it again later', async () => {
    const reload = vi.fn<() => void>();
    const gone = () => Promise.reject(new Error('offline'));
    await expect(loadChunk(gone, reload, () => Promise.resolve(false))).rejects.toThrow(NoConnection);
    expect(reload).not.toHaveBeenCalled();
    void loadChunk(gone, reload, there);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  });

  it('gives up after 120 seconds', async () => {
    vi.useFakeTimers();
    const reload = vi.fn<() => void>();
    void loadChunk(() => new Promise(() => undefined), reload, there);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1100);
    expect(reload).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});
