import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** The defect radar: alarms, the weeks and pieces behind them, and how they are explained. */

test('an administrator opens an alarm, its weeks and pieces, and explains it', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight/radar');
  const list = page.getByTestId('alarm-list');
  const open = list.locator('.alarm-row[data-state=open]');
  await expect(open.first()).toBeVisible();
  await expect(list.locator('.alarm-row[data-state=settled]').first()).toBeVisible();
  await expect(page.locator('.figure-alarm svg.recharts-surface')).toBeVisible();
  await takePicture(page, 'defect-radar');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.getByTestId('open-alarm').click();
  await expect(page.getByTestId('pieces-rows').locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('.radar-bar.raised').last().click();
  await expect(page.getByTestId('pieces-rows').locator('tbody tr').first()).toBeVisible();
  await page.keyboard.press('Escape');
  const before = await open.count();
  await page.getByTestId('settle-accept').click();
  await expect(page.getByTestId('alarm-settle').getByRole('alert')).toBeVisible();
  await page.getByTestId('settle-cause').selectOption('making');
  await page.getByTestId('settle-note').fill('The spring of the clasp is too soft. Lot stopped.');
  await page.getByTestId('settle-accept').click();
  await expect(page.getByTestId('alarm-settled')).toContainText('spring of the clasp');
  await expect(open).toHaveCount(before - 1);
});

test('the weeks of an alarm are a table and a file, and the address keeps the filters', async ({
  windows,
}) => {
  const page = await windows.openAs('auditor');
  await goTo(page, '/insight/radar');
  await expect(page.locator('.figure-alarm svg.recharts-surface')).toBeVisible();
  await page.getByTestId('alarm-table').click();
  await expect(page.getByTestId('alarm-rows').locator('tbody tr')).toHaveCount(65);
  await page.getByTestId('alarm-export').click();
  const sheet = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const lines = readFileSync(await (await sheet).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(66);
  await page.getByTestId('radar-state').selectOption('settled');
  await expect(page).toHaveURL(/state=settled/);
  await expect(page.locator('.alarm-row[data-state=open]')).toHaveCount(0);
  await page
    .getByTestId('filter-as-of')
    .fill(new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10));
  await expect(page.getByTestId('radar-none')).toBeVisible();
});

test('a factory sees its series alone, and a shop has no radar', async ({ windows }) => {
  const page = await windows.openAs('factory');
  await goTo(page, '/insight/radar');
  await expect(page.getByTestId('alarm-list').locator('.alarm-row').first()).toContainText('Shenzhen');
  await expect(page.getByTestId('radar-factory')).toHaveCount(0);
  const shop = await windows.openAs('paris');
  await expect(shop.locator('a[href="/insight/radar"]')).toHaveCount(0);
});
