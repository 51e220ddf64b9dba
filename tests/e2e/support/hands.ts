import type { Page } from '@playwright/test';

export interface Hands {
  readonly clicks: number;
  readonly keys: number;
  /** The parts clicked, in order, to say where a tap was spent. */
  readonly clicked: readonly string[];
}

/** Counts what a hand does on the page from now on. A scan's burst is no key of a hand. */
export async function countHands(page: Page): Promise<() => Promise<Hands>> {
  await page.evaluate(() => {
    const counted = { clicks: 0, keys: 0, clicked: [] as string[] };
    Object.assign(globalThis, { counted });
    const nameOf = (target: EventTarget | null): string =>
      (target instanceof Element && target.closest<HTMLElement>('[data-testid]')?.dataset['testid']) ||
      'elsewhere';
    addEventListener(
      'click',
      ({ target }) => {
        counted.clicks += 1;
        counted.clicked.push(nameOf(target));
      },
      true,
    );
    addEventListener('keydown', () => (counted.keys += 1), true);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'counted') as Hands);
}
