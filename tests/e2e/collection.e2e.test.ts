import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { readyPiece } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { countHands } from './support/hands.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** The client decides from their page, and the shop sees it (product/repair.md §20). */
const phone = { width: 390, height: 844 };

test('a client books a time on their phone, the shop sees it at once, and the code opens the counter', async ({
  windows,
}) => {
  const { rmaId, itemId, reference } = await readyPiece();
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${rmaId}&item=${itemId}`);
  await expectLive(shop);
  await expect(shop.getByTestId('collection-pickup')).toHaveCount(0);

  const page = await windows.open({ viewport: phone });
  await page.goto(`/customerStatus?rma_id=${reference}`);
  await expect(page.getByTestId('pickup-code').locator('img')).toBeVisible();
  await expect(page.getByTestId('care')).toBeVisible();
  const hands = await countHands(page);
  await page.locator('.pickup-day').nth(1).click();
  await page.locator('.pickup-slot').first().click();
  await expect(page.getByTestId('pickup-booked')).toBeVisible();
  const { clicks, keys } = await hands();
  console.log(`a pickup booked by the client: ${clicks} taps, ${keys} keys`);
  expect(clicks + keys).toBeLessThanOrEqual(3);
  await takePicture(page, 'customer-booked');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await expect(shop.getByTestId('collection-pickup')).toBeVisible();

  await page.getByTestId('pickup-cancel').click();
  await expect(page.getByTestId('pickup-booked')).toHaveCount(0);
  await expect(shop.getByTestId('collection-pickup')).toHaveCount(0);

  await goTo(shop, '/pickup');
  await expectLive(shop);
  await expect(shop.getByTestId('pickup-start')).toBeVisible();
  await scanCode(shop, `https://atelier.test/customerStatus?rma_id=${reference}`);
  await expect(shop.getByTestId(`pickup-piece-${itemId}`)).toBeVisible();
});

test('without a script a client books, cancels, and chooses how the piece comes back', async ({
  windows,
}) => {
  const { reference } = await readyPiece();
  const page = await windows.open({ javaScriptEnabled: false, viewport: phone, locale: 'fr-FR' });
  await page.goto(`/customerStatus?rma_id=${reference}`);
  const days = page.locator('.pickup-day');
  await days.nth(2).click();
  await expect(days.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await page.locator('.pickup-slot').first().click();
  await expect(page.getByTestId('pickup-booked')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByTestId('pickup-cancel').click();
  await expect(page.getByTestId('pickup-booked')).toHaveCount(0);

  const change = page.getByTestId('collect-change');
  await change.click();
  const offered = page.getByTestId('collect-delivery').or(page.getByTestId('collect-other_shop')).first();
  await offered.check();
  await page.getByTestId('collect-go').click();
  await expect(page.getByTestId('collect')).not.toHaveAttribute('data-kind', 'shop');
});
