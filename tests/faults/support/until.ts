import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until there is something, and says at the end what was seen last. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  milliseconds = 120_000,
): Promise<T> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`waited ${milliseconds / 1000} s for ${what}`);
    await sleep(100);
  }
}
