import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { signInData } from '../../faults/support/caller.ts';
import { Contexts, prepared } from './contexts.ts';
import { hiddenScreensOf } from './hidden-screens.ts';
import { systemUrl } from './system.ts';
import type { PersonName } from './windows.ts';

/** Opens windows, each in a separate empty browser context; all of them are closed when the test is over. */
export interface Windows {
  /** A signed-out window. */
  readonly open: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window whose context is not reused: its fake clock would stay there. */
  readonly openAlone: (options?: BrowserContextOptions) => Promise<Page>;
  /** A window with a session. */
  readonly openAs: (name: PersonName, options?: BrowserContextOptions) => Promise<Page>;
}

const usual: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };

/** Five windows at once on two cores: each loads the whole of the app. */
const ANSWERED_WITHIN = { state: 'attached', timeout: 60_000 } as const;

/**
 * Signs in over HTTP and hands the session to the window as an open tab of the same person does
 * (web/src/lib/session/session-share.ts); sign-in.e2e.test.ts signs in through the form.
 */
async function signIn(page: Page, name: PersonName): Promise<void> {
  const session = sessionOf(await signInData(systemUrl, name));
  const [stays = page] = page.context().pages();
  const channel = await stays.evaluateHandle((answer) => {
    const open = new BroadcastChannel('atelier.session');
    open.onmessage = ({ data }) => {
      if (data.type === 'ask') open.postMessage({ type: 'answer', session: answer });
    };
    return open;
  }, session);
  while (!(await isInside(page)));
  await channel.evaluate((open) => open.close());
  // The last of the window's parts to come.
  await page.locator('[data-testid=freshness][data-tone=live]').waitFor(ANSWERED_WITHIN);
}

/** A window waits 120 ms for the session of another tab, which a busy machine may miss. */
async function isInside(page: Page): Promise<boolean> {
  await page.goto('/');
  const inside = page.getByTestId('user-name');
  await inside.or(page.getByTestId('login-submit')).first().waitFor(ANSWERED_WITHIN);
  return (await inside.count()) > 0;
}

/** What the window keeps of the response to a sign-in by password. */
function sessionOf(data: unknown): object {
  const { token, ...view } = data as { token: string };
  return { token, login_type: 'old', view };
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
      const context = await prepared(await browser.newContext({ ...usual, ...more }));
      alone.push(context);
      return context.newPage();
    };
    const openAs = async (name: PersonName, options?: BrowserContextOptions): Promise<Page> => {
      const page = await open(options);
      await signIn(page, name);
      return page;
    };
    await use({ open, openAlone, openAs });
    const hidden = hiddenScreensOf([...opened.map(({ context }) => context), ...alone]);
    await Promise.all(alone.map((context) => context.close()));
    await Promise.all(opened.map(({ options, context }) => contexts.giveBack(options, context)));
    expect(hidden, 'screens that were shown, and then hidden while a part of them loaded').toEqual([]);
  },
});
