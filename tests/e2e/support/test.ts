import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { Contexts } from './contexts.ts';
import { fillSignIn, type PersonName } from './windows.ts';

/** Opens windows, each in an empty browser context of its own; all of them are closed when the test is over. */
export interface Windows {
  /** A window of nobody's. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** One whose context nobody gets after it: a clock that was put in it would go on there. */
  readonly openAlone: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window in which somebody has signed in through the form. */
  readonly openAs: (name: PersonName, options?: BrowserContextOptions) => Promise<Page>;
}

const usual: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };

export const test = base.extend<{ windows: Windows }, { contexts: Contexts }>({
  contexts: [
    async ({ browser }, use) => use(new Contexts(browser, process.env['ATELIER_URL'] ?? '')),
    { scope: 'worker' },
  ],
  windows: async ({ browser, contexts }, use) => {
    const opened: { readonly options: BrowserContextOptions; readonly context: BrowserContext }[] = [];
    const alone: BrowserContext[] = [];
    const open = async (more?: BrowserContextOptions): Promise<Page> => {
      const options = { ...usual, ...more };
      const page = await contexts.open(options);
      opened.push({ options, context: page.context() });
      return page;
    };
    const openAlone = async (more?: BrowserContextOptions): Promise<Page> => {
      const context = await browser.newContext({ ...usual, ...more });
      alone.push(context);
      return context.newPage();
    };
    const openAs = async (name: PersonName, options?: BrowserContextOptions): Promise<Page> => {
      const page = await open(options);
      await page.goto('/login');
      await fillSignIn(page, name);
      await page.getByTestId('login-submit').click();
      await page.getByTestId('user-name').waitFor({ state: 'attached' });
      return page;
    };
    await use({ open, openAlone, openAs });
    await Promise.all(alone.map((context) => context.close()));
    await Promise.all(opened.map(({ options, context }) => contexts.giveBack(options, context)));
  },
});
