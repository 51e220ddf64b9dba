import { expect, type Page } from '@playwright/test';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';
import { DEMO_PASSWORD } from '../../../demo/accounts.ts';
import { captchaAnswer } from '../../harness/system.ts';

export type PersonName =
  | 'paris'
  | 'tokyo'
  | 'shanghai'
  | 'warehouse'
  | 'factory'
  | 'factory2'
  | 'station'
  | 'admin'
  | 'admin2'
  | 'auditor';

/** Fills the sign-in form and presses nothing. */
export async function fillSignIn(page: Page, name: PersonName, password = DEMO_PASSWORD): Promise<void> {
  await page.getByTestId('email').fill(`${name}@demo.test`);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('captcha').fill(captchaAnswer);
}

/** Opens a page by the sidebar where it leads there, else by the address as "back" does: the window is not loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  const link = page.getByTestId('sidebar').locator(`a[href="${path}"]`);
  if ((await link.count()) === 1) return link.click();
  await page.evaluate((to) => {
    const state: { idx?: number } | null = history.state;
    history.pushState({ idx: (state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Waits until the window hears the live connection. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByTestId('freshness')).toHaveAttribute('data-tone', 'live');
}

/** The number of a dashboard's tile, once it shows one. */
export async function tileOf(page: Page, key: string): Promise<number> {
  const tile = page.getByTestId(`tile-${key}`);
  const digits = async () => ((await tile.textContent()) ?? '').replaceAll(/\D/g, '');
  let number = '';
  // Digits and number from the same reading: between two, the tile may have gone back to its dash.
  await expect.poll(async () => (number = await digits())).not.toBe('');
  return Number(number);
}

export async function expectTile(page: Page, key: string, value: number): Promise<void> {
  await expect(page.getByTestId(`tile-${key}`)).toHaveText(String(value));
}

/** With PICTURES=1 a picture for people to look at; never compared by a machine. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return;
  await page.screenshot({ path: join(projectRoot, '.tmp', 'e2e-shots', `${name}.png`) });
}
