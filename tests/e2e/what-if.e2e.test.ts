import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** Other rules over a demo's year: what differs is counted, added up, listed, and opened. */

const rows = (page: Page) => page.getByTestId('what-if-rows').locator('tbody tr');
const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''));

test('a rule that is changed shows its pieces, and set back shows none', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight/what-if');
  await expect(page.getByTestId('what-if-unchanged')).toBeVisible();
  const checked = await page.getByTestId('check-same').textContent();
  expect(numberIn(checked)).toBeGreaterThan(100);
  expect(checked).toContain('as they were');
  const years = page.getByTestId('rule-warrantyYears');
  await years.fill('1');
  await years.press('Enter');
  await expect(page).toHaveURL(/warranty_years=1/);
  await expect(page.getByTestId('what-if-lead')).toBeVisible();
  const differing = numberIn(await page.getByTestId('what-if-lead').textContent());
  expect(differing).toBeGreaterThan(0);
  await expect(rows(page)).toHaveCount(Math.min(50, differing));
  await takePicture(page, 'what-if');
  await page.getByTestId('what-if-reset').click();
  await expect(page.getByTestId('what-if-unchanged')).toBeVisible();
  await expect(page).not.toHaveURL(/warranty_years/);
});

test('a value out of range is named at its field, and changes nothing', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight/what-if?ready_hours=0');
  await expect(page.getByTestId('rule-readyHours')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByTestId('what-if-unchanged')).toBeVisible();
});

test('a link holds every change; its list is a file, and opens the piece', async ({ windows }) => {
  const page = await windows.openAs('auditor');
  await goTo(page, '/insight/what-if?fees_percent=10&ready_hours=24&kind=fee');
  await expect(page.getByTestId('what-if-lead')).toBeVisible();
  await expect(page.getByTestId('money-EUR')).toContainText('+');
  await expect(page.getByTestId('marks-1')).toBeVisible();
  const count = await rows(page).count();
  await page.getByTestId('what-if-pieces-export').click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const lines = readFileSync(await (await file).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(count + 1);
  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/readRma/);
});

test('a fee of one work in one country is changed by its own form', async ({ windows }) => {
  const page = await windows.openAs('admin');
  await goTo(page, '/insight/what-if');
  await page.getByTestId('fee-work').selectOption({ index: 1 });
  await page.getByTestId('fee-country').selectOption({ index: 1 });
  await page.getByTestId('fee-amount').fill('1');
  await page.getByTestId('fee-add').click();
  await expect(page.getByTestId('changed-fee')).toHaveCount(1);
  await expect(page).toHaveURL(/fees=/);
  await page.getByTestId('changed-fee').getByRole('button').click();
  await expect(page.getByTestId('what-if-unchanged')).toBeVisible();
});

test('neither a shop nor a factory is offered it', async ({ windows }) => {
  for (const name of ['paris', 'factory'] as const) {
    const page = await windows.openAs(name);
    await goTo(page, '/insight/what-if');
    await expect(page.getByTestId('what-if-page')).toHaveCount(0);
  }
});
