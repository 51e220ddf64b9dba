import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { callAs } from '../bench/lib/board-fill.ts';
import { withoutTour } from '../e2e/support/contexts.ts';
import { fillSignIn, type PersonName } from '../e2e/support/windows.ts';
import { signIn as tokenOf } from '../faults/support/caller.ts';

export interface Look {
  readonly language: string;
  readonly theme: 'light' | 'dark';
}

/** What the addresses of the screens name: a repair of the shop that a client waits for. */
export async function addressesOf(url: string): Promise<(path: string) => string> {
  const shop = { url, token: await tokenOf(url, 'paris') };
  const rows = z.array(z.object({ rma_id: z.number(), number: z.string() }));
  const [first] = await callAs(shop, rows, { method: 'GET', path: '/rma?page=1&page_size=1&status=15' });
  if (first === undefined) throw new Error('the demo holds no repair that is ready');
  const rma = z.object({ public_reference: z.string() });
  const { public_reference: reference } = await callAs(shop, rma, {
    method: 'GET',
    path: `/rma/${first.rma_id}`,
  });
  return (path) =>
    path
      .replace('{rma}', String(first.rma_id))
      .replace('{number}', first.number)
      .replace('{reference}', reference);
}

interface Opening {
  readonly open: Browser;
  readonly url: string;
  readonly look: Look;
  readonly who: PersonName | null;
}

/** A window in a language and a theme, signed in through the form. */
export async function pageOf({ open, url, look, who }: Opening): Promise<Page> {
  const context = await withoutTour(
    await open.newContext({ colorScheme: look.theme, reducedMotion: 'reduce' }),
  );
  const page = await context.newPage();
  await page.goto(`${url}/login?language=${look.language}`);
  if (who !== null) {
    // The captcha belongs to the form: without it Enter sends nothing.
    await settle(page);
    await fillSignIn(page, who);
    await page.keyboard.press('Enter');
    await page.waitForURL((to) => to.pathname !== '/login');
  }
  return page;
}

/** Texts, pictures and figures are there once the network rests. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.waitForTimeout(300);
}
