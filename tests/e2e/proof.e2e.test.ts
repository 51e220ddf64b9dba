import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readPaper } from '../papers/paper-reader.ts';
import { colleague, depositIn, freshTracking, leave, sendOut, type Deposited } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const phone = { width: 390, height: 844 };

/** Deposited, repaired and back at the counter. */
async function backAtTheShop(): Promise<Deposited> {
  const [shop, warehouse] = [await colleague('paris'), await colleague('warehouse')];
  const piece = await depositIn(shop);
  await sendOut(shop, [piece], freshTracking('PROOF-OUT'));
  for (const status of [3, 4, 6, 12, 13]) await warehouse.move(piece.itemId, status);
  await leave(warehouse, [piece], freshTracking('PROOF-BACK'), { sendPath: '/factorypackage' });
  await shop.move(piece.itemId, 15);
  return piece;
}

/** Saves what a button gives, and answers where. */
async function saved(page: Page, testId: string, folder: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(testId).click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Sealed each 20 s: reloaded until the newest step is. */
async function untilProved(page: Page, url: string): Promise<void> {
  await expect(async () => {
    await page.goto(url);
    await expect(page.getByTestId('proof-proved')).toBeVisible();
    await expect(page.getByTestId('proof-steps').locator('.muted')).toHaveCount(0);
  }).toPass({ timeout: 60_000 });
}

test('the code of a handover paper leads to a public proof that the browser and the verifier check', async ({
  windows,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'atelier-proof-'));
  const { rmaId, itemId, number } = await backAtTheShop();

  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${rmaId}&item=${itemId}`);
  await shop.getByTestId('print-handover').click();
  await expect(shop.getByTestId('print-page')).toBeVisible();
  await takePicture(shop, 'handover-dialog');
  const pdf = await readFile(await saved(shop, 'print-download', folder));
  const [sheet] = await readPaper(pdf, 150);
  const url = new URL(sheet?.codes[0]?.text ?? '');
  const [key = ''] = /\S+\/api\/log\+[0-9a-f]{8}\+\S{44}/.exec(sheet?.text ?? '') ?? [];

  const reader = await windows.open({ acceptDownloads: true });
  await untilProved(reader, url.pathname);
  await expect(reader.getByTestId('proof-steps').getByRole('listitem')).toHaveCount(5);
  await expect(reader.locator('body')).not.toContainText(number);
  expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([]);
  await takePicture(reader, 'proof');

  const file = await saved(reader, 'proof-save', folder);
  const verifier = await saved(reader, 'proof-verifier', folder);
  const { stdout } = await promisify(execFile)(process.execPath, [verifier, file, '--key', key]);
  expect(stdout).toContain('5 of 5 events proven');

  await reader.route('**/api/proof/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('ItemDeposited', 'ItemForged'),
    });
  });
  await reader.reload();
  await expect(reader.getByTestId('proof-broken')).toContainText('is not valid');
  await takePicture(reader, 'proof-broken');
  await rm(folder, { recursive: true });

  await reader.unrouteAll();
  await reader.setViewportSize(phone);
  await untilProved(reader, `${url.pathname}?language=ar`);
  await expect(reader.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await takePicture(reader, 'proof-arabic-phone');
  await reader.goto('/proof/1-guessed');
  await expect(reader.getByTestId('proof-unknown')).toBeVisible();
});
