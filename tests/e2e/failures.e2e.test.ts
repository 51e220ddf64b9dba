import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { fillSignIn } from './support/windows.ts';

/** What every status looks like on screen (product/calls.md §2): the server's part is played by the test. */
const LIST = /\/api\/rma(\?|$)/;
const WORDS = 'words of the server';

const refusal = (status: number) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ status, success: false, code: `code_${status}`, message: WORDS, data: null }),
});

/** Begins once the page is quiet: a list that it is still reading for itself would end the session too early. */
async function failList(page: Page, status: number | 'cut'): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route(LIST, (route) => (status === 'cut' ? route.abort() : route.fulfill(refusal(status))));
}

/** With a server that answers, until the list fails again. */
async function signInAgain(page: Page): Promise<void> {
  await page.unroute(LIST);
  await page.goto('/login?backups=true');
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
  await failList(page, 499);
}

/** What stays in the browser, as one text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

/** A response and none; what every other status says, notice-error.test.ts shows. */
const SAID: readonly (readonly [number | 'cut', string])[] = [
  [500, `Server Error happen please retry later – ${WORDS}`],
  ['cut', 'No connection to the server'],
];

test('a list that cannot be read says why, and comes at the next try', async ({ windows }) => {
  const page = await windows.openAs('paris');
  for (const [status, words] of SAID) {
    await failList(page, status);
    await page.goto('/listRma?bucket=ready_to_ship');
    await expect(page.getByText(words, { exact: true })).toBeVisible({ timeout: 15_000 });
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByTestId('rma-list')).toBeVisible();
    await expect(page).toHaveURL(/bucket=ready_to_ship/);
  }
});

test('499 clears the credentials, says so, and leads to the sign-in and back', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await expect.poll(() => stored(page)).toContain('atelier.session');
  expect(await stored(page)).not.toContain('paris@demo.test');
  await failList(page, 499);
  await page.goto('/listRma?bucket=ready_to_ship');
  await expect(page.getByText('Token Expire Please login Again')).toBeVisible();
  await expect(page.getByText(WORDS)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?backups=true&redirect=%2FlistRma%3Fbucket%3Dready_to_ship$/);
  expect(await stored(page)).not.toMatch(/atelier\.session|last_name|navcode|usertype|country_code/);
  await page.unroute(LIST);
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await expect(page).toHaveURL(/\/listRma\?bucket=ready_to_ship&backups=true$/);
});

test('499 goes to redirect_uri within our origin, and nowhere else', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await failList(page, 499);
  await page.goto(`/listRma?redirect_uri=${encodeURIComponent('/customerStatus?rma_id=x')}`);
  await expect(page).toHaveURL(/\/customerStatus\?rma_id=x/);
  await signInAgain(page);
  await page.goto(`/listRma?redirect_uri=${encodeURIComponent('/searchRma?q=ring')}`);
  await expect(page).toHaveURL(/\/login\?backups=true&redirect=%2FsearchRma%3Fq%3Dring$/);

  const strangers: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('elsewhere')) strangers.push(request.url());
  });
  // One for all: own-origin.test.ts has every form of a foreign address.
  await signInAgain(page);
  await page.goto(`/listRma?redirect_uri=${encodeURIComponent('/.//elsewhere.test/')}`);
  await expect(page).toHaveURL(/localhost:\d+\/login\?backups=true/);
  const outside = strangers.filter((url) => new URL(url).hostname.includes('elsewhere'));
  expect(outside).toEqual([]);
});

test('a sign-in that the server cannot take keeps what was typed', async ({ windows }) => {
  const page = await windows.open();
  await page.goto('/login?backups=true');
  await fillSignIn(page, 'paris');
  await page.route(/loginold/, (route) => route.fulfill(refusal(503)));
  await page.getByTestId('login-submit').click();
  await expect(page.getByText('The server is busy').first()).toBeVisible();
  await expect(page.getByTestId('email')).toHaveValue('paris@demo.test');
  await page.unroute(/loginold/);
  await fillSignIn(page, 'paris');
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
});
