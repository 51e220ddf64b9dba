import { expect, type Browser, type Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';
import { fillSignIn } from './support/windows.ts';

/** A window of an unused device, signed in through the form. */
async function firstVisit(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: systemUrl,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  // The server says that it is the account's first sign-in, whatever other stories did before.
  await page.route('**/api/auth/loginold', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, first_sign_in: true } } });
  });
  await signIn(page);
  return page;
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await page.waitForURL((to) => to.pathname !== '/login');
}

test('a tour leads through the first screen once, and again when it is asked for', async ({ browser }) => {
  const page = await firstVisit(browser, 1440);
  const tour = page.getByTestId('tour').getByRole('dialog');
  await expect(tour).toBeFocused();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  for (const step of [2, 3, 4, 5]) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(tour).toContainText(`${step} of 5`);
  }
  await page.getByTestId('tour-next').click();
  await expect(tour).toBeHidden();
  await page.getByTestId('person').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await signIn(page);
  await expect(page.getByTestId('freshness')).toBeVisible();
  await expect(tour).toBeHidden();
  await page.goto('/documentation');
  await page.getByTestId('repeat-tour').click();
  await expect(tour).toContainText('1 of 5');
  await page.context().close();
});

test('Escape skips the tour on a phone, and it does not come back', async ({ browser }) => {
  const page = await firstVisit(browser, 390);
  const tour = page.getByTestId('tour').getByRole('dialog');
  await expect(tour).toBeFocused();
  const box = await tour.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await expect(tour).toBeHidden();
  await page.reload();
  await expect(page.getByTestId('freshness')).toBeVisible();
  await expect(tour).toBeHidden();
  await page.context().close();
});
