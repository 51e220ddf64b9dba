import { noteHiddenScreens } from './hidden-screens.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** What a window may leave behind; what it loaded stays, as files of a build never change. */
const LEFT_BEHIND = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';

/** Windows whose people are not shown the tour of a first sign-in, which has its story in tour.e2e.test.ts. */
export async function withoutTour(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(() => localStorage.setItem('atelier.tour', 'off'));
  return context;
}

/** Windows without the tour, which note when a screen that was shown is hidden. */
export async function prepared(context: BrowserContext): Promise<BrowserContext> {
  await noteHiddenScreens(context);
  return withoutTour(context);
}

/**
 * Browser contexts that are used again, emptied, by windows of the same kind. Most of a window's work is loading and compiling
 * the app: a used context has it in its cache, and a window that stays open in each keeps the process that has compiled it.
 */
export class Contexts {
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #free = new Map<string, BrowserContext[]>();

  constructor(browser: Browser, origin: string) {
    this.#browser = browser;
    this.#origin = origin;
  }

  /** A window in an empty context, as if it were never used before. */
  async open(options: BrowserContextOptions): Promise<Page> {
    const used = this.#free.get(JSON.stringify(options))?.pop();
    if (used !== undefined) return this.#openEmptied(used);
    const context = await prepared(await this.#browser.newContext(options));
    const stays = await context.newPage();
    await stays.goto(`${this.#origin}/favicon.svg`);
    return context.newPage();
  }

  async #openEmptied(context: BrowserContext): Promise<Page> {
    await context.clearCookies();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes: LEFT_BEHIND });
    await devtools.detach();
    return page;
  }

  /** Closes its windows and keeps it for the next who opens one with these options. */
  async giveBack(options: BrowserContextOptions, context: BrowserContext): Promise<void> {
    const [, ...windows] = context.pages();
    await Promise.all(windows.map((page) => page.close()));
    await context.setOffline(false);
    const key = JSON.stringify(options);
    this.#free.set(key, [...(this.#free.get(key) ?? []), context]);
  }
}
