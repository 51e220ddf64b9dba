import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** The process map: its marks open their pieces, its weeks move, and it lists what left the rules. */

const pieces = (page: Page) => page.getByTestId('pieces-rows').locator('tbody tr');
const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

async function open(page: Page, query = '') {
  await goTo(page, `/insight/process${query}`);
  await expect(page.getByTestId('process-lead')).toBeVisible();
}

test('a status and a way open their pieces, by mouse and by keys', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await open(page);
  await takePicture(page, 'process-map');
  const entered = await page.getByTestId('process-node-4').locator('.process-entered').textContent();
  const mark = page.getByTestId('process-node-4').getByRole('button');
  await mark.click();
  await expect(pieces(page).first()).toBeVisible();
  expect(await pieces(page).count()).toBeLessThanOrEqual(numberIn(entered));
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('figure-pieces')).toBeHidden();
  await mark.focus();
  await page.keyboard.press('ArrowRight', { delay: 300 });
  await expect(page.getByTestId('process-node-5').getByRole('button')).toBeFocused();
  const way = page.getByTestId('process-arc').first().getByRole('button');
  await way.focus();
  await page.waitForTimeout(300);
  await page.keyboard.press('Enter');
  await expect(pieces(page).first()).toBeVisible();
  await takePicture(page, 'process-pieces');
});

test('the table of ways opens each of them, and the map is a picture and a file', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await open(page, '?weeks=52');
  await page.getByTestId('process-export').click();
  const picture = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'PNG' }).click();
  const bytes = readFileSync(await (await picture).path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  await page.getByTestId('process-table').click();
  const rows = page.getByTestId('process-rows').locator('tbody tr');
  const count = await rows.count();
  expect(count).toBeGreaterThan(15);
  await page.getByTestId('process-export').click();
  const sheet = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const lines = readFileSync(await (await sheet).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  const counted = numberIn(await rows.last().locator('td').nth(4).textContent());
  await rows.last().click();
  await expect(pieces(page)).toHaveCount(Math.min(50, counted));
});

test('the slider chooses weeks of the period, which the address keeps', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await open(page, '?weeks=26');
  const lead = page.getByTestId('process-lead').locator('b').first();
  const all = numberIn(await lead.textContent());
  const first = page.getByTestId('process-first');
  await first.focus();
  const shown = page.getByTestId('process-span');
  for (let week = 0; week < 3; week += 1) {
    const before = (await shown.textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    await expect(shown).not.toHaveText(before);
  }
  await expect(page).toHaveURL(/first=\d{4}-\d\d-\d\d&last=/);
  await expect.poll(async () => numberIn(await lead.textContent())).toBeLessThan(all);
  const span = (await page.getByTestId('process-span').textContent()) ?? '';
  await page.reload();
  // Not the same count: other tests move pieces meanwhile.
  await expect(page.getByTestId('process-span')).toHaveText(span);
  await expect.poll(async () => numberIn(await lead.textContent())).toBeLessThan(all);
  await page.getByTestId('process-last').fill('10');
  await expect(page.getByTestId('process-span')).not.toHaveText(span);
  const before = page.url();
  await page.getByTestId('process-play').click();
  await expect.poll(() => page.url()).not.toBe(before);
  await page.getByTestId('process-play').click();
});

test('what left the rules is listed with its pieces, and a shop sees its own alone', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await open(page, '?weeks=52');
  const outside = page.getByTestId('figure-outside');
  const rows = outside.getByTestId('outside-rows').locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const counted = numberIn(await rows.first().locator('td').nth(3).textContent());
  await rows.first().getByTestId('open-outside').click();
  await expect(pieces(page)).toHaveCount(Math.min(50, counted));
  await page.keyboard.press('Escape');
  await page.getByTestId('filter-paths').selectOption('back');
  await expect(page).toHaveURL(/paths=back/);
  await expect(page.locator('.process-arc.step')).toHaveCount(0);
  const lead = page.getByTestId('process-lead').locator('b').first();
  const everywhere = await lead.textContent();
  await page.getByTestId('filter-where').selectOption({ label: 'Paris Vendôme' });
  await expect(page).toHaveURL(/where=shop/);
  // The answer to the filters before stands until the next one is there.
  await expect(lead).not.toHaveText(everywhere ?? '');
  const paris = numberIn(await lead.textContent());
  const shop = await windows.openAs('paris');
  await open(shop, '?weeks=52');
  await expect
    .poll(async () => numberIn(await shop.getByTestId('process-lead').locator('b').first().textContent()))
    .toBe(paris);
});

test('a phone lists the statuses with the ways that leave them', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await expect(page.getByTestId('process-list')).toBeVisible();
  await takePicture(page, 'process-phone');
  await page.getByTestId('process-list').locator('.process-way').first().click();
  await expect(pieces(page).first()).toBeVisible();
});
