import type { Page } from '@playwright/test';

/** Counts what a hand does on the page from now on. A scan's burst is no key of a hand. */
export async function countHands(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const counted = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { counted });
    addEventListener('click', () => (counted.clicks += 1), true);
    addEventListener('keydown', () => (counted.keys += 1), true);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'counted') as { clicks: number; keys: number });
}
