import { expect } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';
import { goTo } from './support/windows.ts';

test('a call is found in the reference, with who may make it, an example and its answer', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/documentation#api');
  const search = page.getByTestId('api-search');
  await search.fill('put rmastatus');
  const call = page.locator('[data-call="putRmastatus"]');
  await call.locator('summary').press('Enter');
  const opened = call.getByTestId('api-call');
  await expect(opened).toContainText('Needs: ');
  await expect(opened.locator('pre').first()).toContainText('"rma_status_id"');
  await expect(opened.locator('pre')).toHaveCount(2);
  await search.fill('nothing like this');
  await expect(page.getByTestId('api-reference').getByRole('status')).toBeVisible();
});

test('a search leads to the task of a guide, marked, with its picture', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/documentation');
  await expect(page.getByTestId('guide-shop')).toContainText('Your guide');
  await page.getByTestId('guide-search').fill('hand a piece');
  const results = page.getByTestId('guide-results');
  await expect(results.locator('mark').first()).toBeVisible();
  await expect(page).toHaveURL(/[?]q=hand/u);
  await results.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/documentation\/shop#pickup$/u);
  await expect(page.getByRole('heading', { name: 'Hand a piece over' })).toBeFocused();
  const picture = page.locator('#pickup img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a guide is read in the chosen language, and names a screen by its own name', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/documentation/shop#deposit');
  const task = page.locator('#deposit');
  // A menu closes when the page scrolls: it has come to the task first.
  await expect(task.locator('img')).toBeInViewport();
  await page.getByTestId('language').click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  await expect(task.getByRole('heading')).toContainText('Enregistrer un dépôt');
  await expect(task.locator('img')).toHaveAttribute('src', '/guides/fr/deposit.webp');
  await task.locator('.guide-label a').first().click();
  await expect(page).toHaveURL(/\/createRma/u);
});

test('what is new is marked until it was seen on the device', async ({ windows }) => {
  const page = await windows.openAs('paris');
  const dot = page.getByTestId('person').locator('.new-dot');
  await expect(dot).toBeVisible();
  await goTo(page, '/documentation');
  await expect(page.getByTestId('whats-new').locator('.new-dot').first()).toBeVisible();
  await page.getByRole('link', { name: 'Back to work' }).click();
  await expect(page.getByTestId('person')).toBeVisible();
  await expect(dot).toBeHidden();
});

test('a customer reads the guide without a sign-in, and without a script', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: systemUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/customerStatus?language=ar');
  await page.getByTestId('customer-guide-link').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('customer-guide').locator('section')).toHaveCount(4);
  await context.close();
});

test('a question after ">" that names no action leads to the guides', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('> how to hand over', { delay: 60 });
  await expect(page.getByTestId('palette').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('guide-results').getByRole('link').first()).toContainText(
    'Hand a piece over',
  );
});
