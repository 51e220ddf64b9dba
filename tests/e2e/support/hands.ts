import type { Page } from '@playwright/test';

export interface Hands {
  readonly clicks: number;
  readonly keys: number;
  /** Codes that a scanner sent, each with its Enter. */
  readonly scans: number;
  /** The parts clicked, in order, to say where a tap was spent. */
  readonly clicked: readonly string[];
}

interface Watched {
  clicked: string[];
  /** When each key went down, ms, and whether it was the Enter that ends a scan. */
  pressed: { at: number; isEnter: boolean }[];
}

/** Runs in the page. */
function watch(): void {
  const watched: Watched = { clicked: [], pressed: [] };
  Object.assign(globalThis, { watched });
  const nameOf = (target: EventTarget | null): string =>
    (target instanceof Element && target.closest<HTMLElement>('[data-testid]')?.dataset['testid']) ||
    'elsewhere';
  addEventListener('click', ({ target }) => watched.clicked.push(nameOf(target)), true);
  addEventListener(
    'keydown',
    ({ timeStamp: at, key }) => watched.pressed.push({ at, isEnter: key === 'Enter' }),
    true,
  );
}

const BURST_GAP_MS = 25;
const BURST_KEYS = 5;

/** Keys of one burst are a scan, the others a hand's. */
function handsOf({ clicked, pressed }: Watched): Hands {
  const bursts: number[] = [];
  for (const [index, { at }] of pressed.entries()) {
    const before = pressed[index - 1];
    if (before === undefined || before.isEnter || at - before.at > BURST_GAP_MS) bursts.push(0);
    bursts[bursts.length - 1] = (bursts.at(-1) ?? 0) + 1;
  }
  const keys = bursts.filter((length) => length < BURST_KEYS).reduce((sum, length) => sum + length, 0);
  const scans = bursts.filter((length) => length >= BURST_KEYS).length;
  return { clicks: clicked.length, keys, scans, clicked };
}

const read = async (page: Page): Promise<Hands> =>
  handsOf(await page.evaluate(() => Reflect.get(globalThis, 'watched') as Watched));

/** Counts what a hand does on the page from now on. */
export async function countHands(page: Page): Promise<() => Promise<Hands>> {
  await page.evaluate(watch);
  return () => read(page);
}

/** The same over scans: loads the page again, to see their keys before the screens take them. */
export async function countDay(page: Page): Promise<() => Promise<Hands>> {
  await page.addInitScript(watch);
  await page.reload();
  // Before the menu stands, the router does not hear where a test goes next.
  await page.getByTestId('sidebar').waitFor();
  return () => read(page);
}

/** Types as a hand does: faster, a scanner would be taken for it. */
export const typeByHand = (page: Page, text: string): Promise<void> =>
  page.keyboard.type(text, { delay: 60 });

const COLUMNS = ['clicks', 'keys', 'scans'] as const;

/** One line for each part of a day, and their sum. */
export function tableOf(title: string, parts: Readonly<Record<string, Hands>>): string {
  const lines = Object.entries(parts).map(
    ([name, hands]) =>
      `  ${name.padEnd(34)} ${COLUMNS.map((each) => String(hands[each]).padStart(6)).join('')}`,
  );
  return [`${title}: ${' '.repeat(4)}${COLUMNS.join(', ')}`, ...lines].join('\n');
}

/** What was done between two readings. */
export const between = (before: Hands, after: Hands): Hands => ({
  clicks: after.clicks - before.clicks,
  keys: after.keys - before.keys,
  scans: after.scans - before.scans,
  clicked: after.clicked.slice(before.clicked.length),
});
