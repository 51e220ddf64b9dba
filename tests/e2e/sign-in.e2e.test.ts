import { expect } from '@playwright/test';
import { captchaAnswer } from '../harness/system.ts';
import { test } from './support/test.ts';
import { fillSignIn } from './support/windows.ts';

const wrong = 'not the password';

test('a wrong password says one thing, keeps what was typed, and leaves the focus in the password', async ({
  windows,
}) => {
  const page = await windows.open();
  await page.goto('/login');
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('email')).toBeFocused();

  await fillSignIn(page, 'auditor', wrong);
  await page.getByTestId('login-submit').click();
  const said = page.getByTestId('login-failure');
  await expect(said).toBeVisible();
  const words = await said.textContent();
  await expect(page.getByTestId('email')).toHaveValue('auditor@demo.test');
  await expect(page.getByTestId('captcha')).toHaveValue('');
  await expect(page.getByTestId('password')).toBeFocused();

  // The response does not reveal who has an account.
  await page.getByTestId('email').fill('nobody@demo.test');
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('login-submit')).toBeEnabled();
  await expect(said).toHaveText(words ?? '');

  await page.getByTestId('captcha').fill('wrong letters');
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('captcha')).toHaveAttribute('aria-invalid', 'true');
  // The form's own error stands at the same field and gives way to the newer one.
  await page.getByTestId('captcha-refresh').click();
  await expect(page.getByText('Captcha updates are too frequent')).toBeVisible();
});

test('without any account the page says how the first one is made, until there is one', async ({
  windows,
}) => {
  const page = await windows.open();
  const answers = [true, true, false];
  await page.route('**/api/auth/options', async (route) => {
    const response = await route.fetch();
    const body: { data: object } = await response.json();
    const no_account = answers.length > 1 ? answers.shift() : answers[0];
    await route.fulfill({ response, json: { ...body, data: { ...body.data, no_account } } });
  });
  await page.clock.install();
  await page.goto('/login');
  const said = page.getByTestId('no-account');
  await expect(said).toContainText('npm run admin:create -- you@example.com');
  await page.clock.runFor(6_000);
  await expect(said).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(said).toBeHidden();
});

test('five failures lock the button for a minute, also after a reload and in another window', async ({
  windows,
}) => {
  const page = await windows.open();
  const submit = page.getByTestId('login-submit');
  await page.goto('/login');
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await fillSignIn(page, 'shanghai', wrong);
    const answered = page.waitForResponse(/loginold/);
    await submit.click();
    await answered;
    await expect(page.getByTestId('captcha')).toHaveValue('');
  }
  await expect(page.getByTestId('login-locked')).toBeVisible();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveText(/Waiting 0:[0-5]\d/);

  await page.reload();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveText(/0:[0-5]\d/);

  const other = await windows.open();
  await other.goto('/login');
  await fillSignIn(other, 'shanghai');
  await other.getByTestId('login-submit').click();
  await expect(other.getByTestId('login-locked')).toBeVisible();
  await expect(other.getByTestId('login-submit')).toBeDisabled();
});

test('the guard leads to the sign-in and back to what was wanted', async ({ windows }) => {
  const page = await windows.open();
  await page.goto('/listRma?bucket=ready_to_ship');
  await expect(page).toHaveURL(/\/login\?redirect=%2FlistRma%3Fbucket%3Dready_to_ship/);
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await expect(page).toHaveURL(/\/listRma\?bucket=ready_to_ship&backups=true/);
  await expect(page.getByTestId('rma-list')).toBeVisible();

  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login\?backups=true/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('a sign-in never leads to another origin', async ({ windows }) => {
  const page = await windows.open();
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.includes('elsewhere')) strangers.push(request.url());
  });
  // One for all: own-origin.test.ts has every form of a foreign address.
  await page.goto(`/login?redirect=${encodeURIComponent('/\\elsewhere.test/')}`);
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
  await expect(page).toHaveURL(/localhost:\d+\/dashboard/);
  expect(strangers).toEqual([]);
});

test('everybody lands where their work is, and meets an explained refusal elsewhere', async ({ windows }) => {
  const page = await windows.openAs('factory');
  for (const address of ['/', '/home', '/dashboard']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/operation\/dashboard/);
  }
  await page.goto('/createRma');
  await expect(page.getByTestId('forbidden')).toBeVisible();
  await page.goto('/operation/99/Nowhere/');
  await expect(page.getByTestId('stage-not-found')).toBeVisible();
});
