import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../demo/accounts.ts';
import { test } from './support/test.ts';

/** The company's own page, with a look at the address bar: it is another server's. */
async function atProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Maison accounts' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('single sign-on leads to the page that was wanted, and its end asks for the next person again', async ({
  windows,
}) => {
  const page = await windows.open();
  await page.goto('/listRma?status=15');
  await page.getByTestId('sso').click();
  await atProvider(page, 'paris@demo.test');
  await expect(page.getByTestId('user-name')).toBeVisible();
  await expect(page).toHaveURL(/\/listRma\?status=15$/);
  // Only a request with a session: the page sends others as well.
  const sent = page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
  await page.reload();
  expect((await sent).headers()['logintype']).toBe('1');

  await page.getByTestId('logout').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByTestId('sso')).toBeVisible();
  await expect(page).toHaveURL(/\/login(\?|$)/);
  expect(page.url()).not.toContain('backups');
  await page.getByTestId('sso').click();
  await expect(page.getByRole('heading', { name: 'Maison accounts' })).toBeVisible();
});

test('turning back at the provider is said, and the password form is still there', async ({ windows }) => {
  const page = await windows.open();
  await page.goto('/login');
  await page.getByTestId('sso').click();
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByText('Single sign-on failed')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  await expect(page.getByTestId('login-submit')).toBeEnabled();
});
