import type { Locator, Page } from '@playwright/test';
import type { PersonName } from '../../e2e/support/windows.ts';
import { openScreen } from './paint-browser.ts';
import type { PaintWorld } from './paint-world.ts';
import { median } from './stats.ts';
import { markdownTable } from './table.ts';

/** A screen as a person opens it, and what they then do there. */
interface Visit {
  readonly name: string;
  readonly who: PersonName | null;
  readonly path: string;
  readonly use: (page: Page) => Promise<void>;
  /** What is drawn first of the screen's data. */
  readonly data?: string;
}

interface Visited {
  readonly name: string;
  /** Milliseconds from the begin of the load to the largest part of the page. */
  readonly lcp: number;
  /** The longest of its interactions, milliseconds from the key or press to the next drawing. */
  readonly inp: number;
  /** Milliseconds to the first drawing of its data; undefined where none is named. */
  readonly data: number | undefined;
}

const SLOWER = 4;

const typeIn = async (field: Locator, text: string): Promise<void> => {
  await field.click();
  await field.pressSequentially(text, { delay: 40 });
};

const VISITS: readonly Visit[] = [
  { name: 'sign-in', who: null, path: '/login', use: (page) => fillByHand(page) },
  {
    name: "a shop's dashboard",
    who: 'paris',
    path: '/dashboard',
    use: async (page) => {
      await page.getByTestId('language').click();
      await page.keyboard.press('Escape');
    },
  },
  {
    name: "a shop's list",
    who: 'paris',
    path: '/listRma',
    use: async (page) => {
      await typeIn(page.getByTestId('list-search'), 'ring');
      await page.getByTestId('quick-all').click();
      await page.getByTestId('rma-list').focus();
      for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'Home', 'Enter'])
        await page.keyboard.press(key);
    },
  },
  {
    name: 'a deposit',
    who: 'paris',
    path: '/createRma',
    use: async (page) => {
      await page.getByTestId('client-new').click();
      await typeIn(page.getByTestId('firstname'), 'Camille');
      await typeIn(page.getByTestId('phone'), '612345678');
    },
  },
  {
    name: 'the board of 5,000',
    who: 'factory',
    path: '/operation/dashboard',
    use: async (page) => {
      await page.locator('.cards').first().focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'End', 'Home'])
        await page.keyboard.press(key);
      await page.locator('.stage-chip').nth(3).click();
    },
  },
  {
    name: 'a bench',
    who: 'factory',
    path: '/operation/6/RepairQC/',
    use: async (page) => {
      await page.getByTestId('scan-lines').focus();
      for (const key of ['ArrowDown', 'PageDown', 'End', 'Home', 'Enter']) await page.keyboard.press(key);
    },
  },
  {
    name: "a factory's list",
    who: 'factory',
    path: '/operation/listRma',
    use: async (page) => {
      await page.getByTestId('rma-list').focus();
      for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'Home', 'Enter'])
        await page.keyboard.press(key);
      await page.keyboard.press('Escape');
    },
  },
  ...(['admin', 'paris', 'factory'] as const).map((who) => ({
    name: `figures, ${who}`,
    who,
    path: '/insight',
    data: '.recharts-line-curve, .recharts-area-area',
    use: async (page: Page) => {
      await page.locator('.recharts-surface').first().focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
    },
  })),
];

async function fillByHand(page: Page): Promise<void> {
  for (const name of ['email', 'password']) await typeIn(page.getByTestId(name), 'somebody');
}

/** Every screen whose name includes `named`, reloaded and used, on a processor slowed to a quarter. */
export async function measureScreens(
  world: PaintWorld,
  rounds: number,
  named: string,
): Promise<readonly Visited[]> {
  const visited: Visited[] = [];
  for (const visit of VISITS.filter(({ name }) => name.includes(named))) {
    const runs: Visited[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await visitOnce(world.url, visit));
    visited.push({
      name: visit.name,
      lcp: median(runs.map(({ lcp }) => lcp)),
      inp: median(runs.map(({ inp }) => inp)),
      data: visit.data === undefined ? undefined : median(runs.map(({ data = 0 }) => data)),
    });
  }
  return visited;
}

async function visitOnce(url: string, { name, who, path, use, data: drawn }: Visit): Promise<Visited> {
  const { page, cdp, close } = await openScreen(url, who);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(path, { waitUntil: 'commit' });
  const data = drawn === undefined ? undefined : await drawnAfter(page, drawn);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => window.paintWatch.largestAt > 0);
  // What is drawn as largest is known after the first key press.
  const lcp = await page.evaluate(() => window.paintWatch.largestAt);
  await use(page);
  await page.waitForTimeout(1_000);
  const inp = await page.evaluate(() => Math.max(0, ...window.paintWatch.interactions));
  await close();
  return { name, lcp, inp, data };
}

/** Looked at before each drawing of the screen, so that it is in the drawing after it; milliseconds after the load began. */
async function drawnAfter(page: Page, selector: string): Promise<number> {
  const at = await page.waitForFunction(
    (wanted) => document.querySelector(wanted) !== null && performance.now(),
    selector,
    { polling: 'raf' },
  );
  return Number(await at.jsonValue());
}

export function printScreens(screens: readonly Visited[]): void {
  const text = (ms: number | undefined): string => ms?.toFixed(0) ?? '–';
  const rows = screens.map(({ name, lcp, inp, data }) => [name, text(lcp), text(inp), text(data)]);
  const head = ['a processor slowed to a quarter', 'LCP ms', 'INP ms', 'data ms'];
  process.stdout.write(`F1: screens opened and used\n\n${markdownTable(head, rows)}\n\n`);
}
