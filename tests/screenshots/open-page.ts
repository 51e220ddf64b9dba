import { expect, type Browser, type Page } from '@playwright/test';
import { z } from 'zod';
import { callAs } from '../bench/lib/board-fill.ts';
import { withoutTour } from '../e2e/support/contexts.ts';
import { fillSignIn, type PersonName } from '../e2e/support/windows.ts';
import { signIn as tokenOf } from '../faults/support/caller.ts';
import type { ShotScreen } from './screens.ts';

type Preparation = Pick<ShotScreen, 'prepare' | 'shows'>;

export interface Look {
  readonly language: string;
  readonly theme: 'light' | 'dark';
}

/** What the addresses of the screens name: repairs of the shop that clients wait for. */
export async function addressesOf(url: string): Promise<(path: string) => string> {
  const shop = { url, token: await tokenOf(url, 'paris') };
  const rows = z.array(z.object({ rma_id: z.number(), number: z.string() }));
  const firstOf = async (filter: string) => {
    const path = `/rma?page=1&page_size=1&status=15${filter}`;
    const [found] = await callAs(shop, rows, { method: 'GET', path });
    if (found === undefined) throw new Error(`the demo holds no repair that is ready${filter}`);
    return found;
  };
  const [first, lent] = await Promise.all([firstOf(''), firstOf('&loan=overdue')]);
  const rma = z.object({ public_reference: z.string() });
  const { public_reference: reference } = await callAs(shop, rma, {
    method: 'GET',
    path: `/rma/${first.rma_id}`,
  });
  return (path) =>
    path
      .replace('{rma}', String(first.rma_id))
      .replace('{loan}', String(lent.rma_id))
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

/** Works on the screen until it shows the state that its picture is of. */
export async function prepare(page: Page, { prepare: work, shows }: Preparation): Promise<void> {
  await work?.(page);
  if (shows !== undefined) await expect(page.getByTestId(shows).first()).toBeVisible();
}

/** Texts, pictures and figures are there once the network rests. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.waitForTimeout(300);
}
