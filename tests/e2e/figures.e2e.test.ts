import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { colleague, depositIn } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** The figures: what they count opens as pieces, as a table, as files, and as it stood on a day. */

const countIn = async (page: Page | Locator, testId: string): Promise<number> =>
  Number(((await page.getByTestId(testId).textContent()) ?? '').replaceAll(/\D/g, ''));

test('a figure opens the pieces that it counts, and a shop counts its own', async ({ windows }) => {
  const admin = await windows.openAs('admin');
  await goTo(admin, '/insight');
  await expect(admin.getByTestId('turnaround-lead')).toBeVisible();
  await expect(admin.locator('.figure-turnaround svg.recharts-surface')).toBeVisible();
  await takePicture(admin, 'figures');
  const all = await countIn(admin, 'open-open');
  await admin.getByTestId('filter-where').selectOption({ label: 'Paris Vendôme' });
  await expect(admin).toHaveURL(/where=shop/);
  await expect.poll(() => countIn(admin, 'open-open')).toBeLessThan(all);
  const paris = await countIn(admin, 'open-open');
  await admin.getByTestId('open-open').click();
  const rows = admin.getByTestId('pieces-rows');
  await expect(rows.locator('tbody tr').first()).toContainText('Paris Vendôme');
  await expect(rows.locator('tbody tr')).toHaveCount(Math.min(50, paris));
  await takePicture(admin, 'figures-pieces');
  const shop = await windows.openAs('paris');
  await goTo(shop, '/insight');
  await expect.poll(() => countIn(shop, 'open-open')).toBe(paris);
  await expect(shop.getByTestId('shops-rows').locator('tbody tr')).toHaveCount(1);
});

test('two places stand side by side over the same weeks', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight?weeks=52');
  await page.getByTestId('filter-where').selectOption({ label: 'Paris Vendôme' });
  await page.getByTestId('filter-before').selectOption('place');
  await page.getByTestId('filter-beside').selectOption({ label: 'Tokyo Ginza' });
  await expect(page).toHaveURL(/before=place&beside=shop/);
  await expect(page.getByTestId('turnaround-lead')).toContainText('Tokyo Ginza');
  await page.getByTestId('ages-table').click();
  await expect(page.getByTestId('ages-rows')).toContainText('Tokyo Ginza');
  await takePicture(page, 'figures-two-places');
  await page.getByTestId('filter-before').selectOption('none');
  await expect(page.getByTestId('filter-beside')).toHaveCount(0);
  await expect(page).not.toHaveURL(/beside/);
});

test('a chart is a table too, and both are files', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight?weeks=4');
  await expect(page.locator('.figure-turnaround svg.recharts-surface')).toBeVisible();
  await page.getByTestId('turnaround-export').click();
  const picture = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'PNG' }).click();
  expect(
    readFileSync(await (await picture).path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.getByTestId('turnaround-table').click();
  await expect(page.getByTestId('turnaround-rows').locator('tbody tr')).toHaveCount(4);
  await page.getByTestId('turnaround-export').click();
  const sheet = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const lines = readFileSync(await (await sheet).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(5);
});

test('a deposit is counted live, and not as the day before stood', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/insight');
  await expect(page.getByTestId('open-open')).toBeVisible();
  const before = await countIn(page, 'open-open');
  await depositIn(await colleague('paris'));
  await expect.poll(() => countIn(page, 'open-open'), { timeout: 20_000 }).toBe(before + 1);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.getByTestId('filter-as-of').fill(yesterday);
  await expect(page.getByTestId('moment-words')).toBeVisible();
  await expect.poll(() => countIn(page, 'open-open')).toBeLessThanOrEqual(before);
  await expect(page.getByTestId('moment-now')).toBeVisible();
});

test('a factory sees how its work flows, and an administrator chooses whose', async ({ windows }) => {
  const page = await windows.openAs('factory');
  await goTo(page, '/insight/flow');
  await expect(page.getByTestId('flow-lead')).toBeVisible();
  await expect(page.locator('.figure-flow svg.recharts-surface')).toBeVisible();
  const standing = await countIn(page.getByTestId('figure-flow'), 'open-standing');
  await page.getByTestId('figure-flow').getByTestId('open-standing').click();
  await expect(page.getByTestId('pieces-rows').locator('tbody tr')).toHaveCount(Math.min(50, standing));
  await page.keyboard.press('Escape');
  // Marks of the same age lie on one another: the last is drawn on top.
  await page.locator('.age-mark').last().click();
  await expect(page).toHaveURL(/\/readRma/);
  await expect(page.getByTestId('rma-detail')).toBeVisible();
  const admin = await windows.openAs('admin');
  await goTo(admin, '/insight/flow');
  await expect(admin.getByTestId('flow-choose')).toBeVisible();
  await admin.getByTestId('filter-where').selectOption({ label: 'Shenzhen Atelier' });
  await expect.poll(() => countIn(admin.getByTestId('figure-flow'), 'open-standing')).toBe(standing);
  await takePicture(admin, 'figures-flow');
});

test('an administrator starts with every site’s board and the first figures', async ({ windows }) => {
  const admin = await windows.openAs('admin');
  await expect(admin).toHaveURL(/\/operation\/dashboard/);
  const boards = admin.getByTestId('site-boards').getByRole('link');
  await expect(boards).toHaveCount(3);
  await expect(admin.getByTestId('turnaround-lead')).toBeVisible();
  const shenzhen = boards.filter({ hasText: 'Shenzhen' });
  await expect(shenzhen).toContainText(/\d/);
  await takePicture(admin, 'figures-first');
  await shenzhen.click();
  await expect(admin.getByTestId('board')).toBeVisible();
  await admin.goBack();
  await admin.getByTestId('headline').getByRole('link', { name: 'All figures' }).click();
  await expect(admin.getByTestId('figures-page')).toBeVisible();
});

test('the share within the promised date says so where no deposit named a date', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight?weeks=13');
  const panel = page.getByTestId('figure-promise');
  const counted = panel.getByTestId('open-told');
  const drawn = panel.locator('svg.recharts-surface');
  await expect(panel).toBeVisible();
  await panel.scrollIntoViewIfNeeded();
  // The demo's history names no dates; deposits of other tests may.
  const hasDates = (await page.getByTestId('kept-lead').count()) > 0;
  await expect(drawn).toHaveCount(hasDates ? 1 : 0);
  if (hasDates) await expect(counted).toBeVisible();
});
