import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { Contexts } from './contexts.ts';
import { systemUrl } from './system.ts';
import { fillSignIn, type PersonName } from './windows.ts';

/** Opens windows, each in a separate empty browser context; all of them are closed when the test is over. */
export interface Windows {
  /** A signed-out window. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window whose context is not reused: its fake clock would stay there. */
  readonly openAlone: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window signed in through the form. */
  readonly openAs: (name: PersonName, options?: BrowserContextOptions) => Promise<Page>;
}

const usual: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };

/** Five windows at once on two cores: each sign-in hashes a password and loads the whole of the app. */
const ANSWERED_WITHIN = { state: 'attached', timeout: 60_000 } as const;

/** Signs in through the form; one that the server was too busy for is sent a second time, as a person would do. */
async function signIn(page: Page, name: PersonName): Promise<void> {
  const inside = page.getByTestId('user-name');
  const refused = page.getByTestId('login-failure');
  await fillSignIn(page, name);
  await page.getByTestId('login-submit').click();
  await inside.or(refused).first().waitFor(ANSWERED_WITHIN);
  if ((await refused.count()) === 0) return;
  await fillSignIn(page, name);
  await page.getByTestId('login-submit').click();
  await inside.waitFor(ANSWERED_WITHIN);
}

export const test = base.extend<{ windows: Windows }, { contexts: Contexts }>({
  contexts: [async ({ browser }, use) => use(new Contexts(browser, systemUrl)), { scope: 'worker' }],
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
      await signIn(page, name);
      return page;
    };
    await use({ open, openAlone, openAs });
    await Promise.all(alone.map((context) => context.close()));
    await Promise.all(opened.map(({ options, context }) => contexts.giveBack(options, context)));
  },
});
