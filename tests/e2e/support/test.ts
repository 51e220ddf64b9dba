import { test as base, type BrowserContextOptions, type Page } from '@playwright/test';
import { fillSignIn, type PersonName } from './windows.ts';

/** Opens windows, each a browser context of its own; all of them are closed when the test is over. */
export interface Windows {
  /** A window of nobody's. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window in which somebody has signed in through the form. */
  readonly openAs: (name: PersonName, options?: BrowserContextOptions) => Promise<Page>;
}

const desk = { width: 1440, height: 900 };

export const test = base.extend<{ windows: Windows }>({
  windows: async ({ browser }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({ viewport: desk, reducedMotion: 'reduce', ...options });
      contexts.push(context);
      return context.newPage();
    };
    const openAs = async (name: PersonName, options: BrowserContextOptions = {}): Promise<Page> => {
      const page = await open(options);
      await page.goto('/login');
      await fillSignIn(page, name);
      await page.getByTestId('login-submit').click();
      await page.getByTestId('user-name').waitFor({ state: 'attached' });
      return page;
    };
    await use({ open, openAs });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
