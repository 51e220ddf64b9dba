import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { colleague, plainSku, yearsAgo } from './support/caller.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

test('Enter records a payment, and one notice says so', async ({ windows }) => {
  const paris = await colleague('paris');
  const piece = {
    product_sku: await plainSku(paris),
    purchase_date: yearsAgo(5),
    maintenance_amount: 90_00,
    invoice_number: 'PAPER-ENTER',
    reasons: [1],
    total_weight: 3.2,
    images: [await paris.picture()],
  };
  const { id, items } = await paris.post<{ id: number; items: readonly [{ id: number }] }>(
    '/rma',
    depositBody(piece, { fulfilled_date: yearsAgo(5) }),
  );
  await paris.post('/rma/fee/accept', { rma_item_id: items[0].id, amount: 90_00, currency: 'EUR' });
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${id}&item=${items[0].id}&work=1`);
  await expectLive(shop);
  await takePicture(shop, 'rma-page-labels');
  await shop.getByTestId('action-pay').or(shop.getByTestId('action-more')).first().waitFor();
  if (!(await shop.getByTestId('action-pay').isVisible())) {
    await shop.getByTestId('action-more').click();
    await shop.getByTestId('menu-action-pay').click();
  } else await shop.getByTestId('action-pay').click();
  await shop.getByTestId('payment-reference').fill('T-ENTER');
  await shop.getByTestId('payment-reference').press('Enter');
  await expect(shop.getByTestId('payment-dialog')).toBeHidden();
  await expect(shop.getByTestId('payment-1')).toContainText('T-ENTER');
  await expect(shop.locator('.notice')).toHaveCount(1);
});

test('the papers of a repair have their names beside their icons', async ({ windows }) => {
  const paris = await colleague('paris');
  const [row] = await paris.get<readonly { id: number; rma_id: number }[]>('/rma?page_size=1');
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${row?.rma_id}&item=${row?.id}`);
  for (const testId of ['print-receipt', 'print-items', 'copy-customer-link', 'customer-link'])
    await expect(shop.getByTestId(testId)).toHaveText(/\p{L}{3}/u);
});

test('sidebar and board count the same pieces, and a bench is called as the sidebar calls it', async ({
  windows,
}) => {
  const factory = await windows.openAs('factory');
  await goTo(factory, '/operation/dashboard');
  await expectLive(factory);
  await factory.locator('.lane').first().waitFor();
  const side = factory.getByTestId('sidebar');
  const lanes = factory.locator('.lane[data-status]');
  for (const status of await lanes.evaluateAll((all) =>
    all.map((lane) => lane.getAttribute('data-status')),
  )) {
    const lane = factory.getByTestId(`lane-${status}`);
    const path = await lane.locator('h2 a').getAttribute('href');
    const link = side.locator(`a[href="${path}"]`);
    if ((await link.count()) !== 1) continue;
    const count = (await factory.getByTestId(`lane-count-${status}`).textContent()) ?? '';
    await expect(link.locator('.count')).toHaveText(count === '0' ? '' : count);
  }
  const bench = side.locator('a[href="/sendToRepair"]');
  const name = ((await bench.textContent()) ?? '').replaceAll(/\d+/gu, '').trim();
  await bench.click();
  await expect(factory.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('a repair that is seen stays in sight while its parts and their texts load', async ({ windows }) => {
  const paris = await colleague('paris');
  const [row] = await paris.get<readonly { id: number; rma_id: number }[]>('/rma?page_size=1');
  const shop = await windows.openAs('paris');
  await shop.route('**/assets/*.js', async (route) => {
    await sleep(400);
    await route.continue();
  });
  await goTo(shop, `/readRma?id=${row?.rma_id}&item=${row?.id}&work=1`);
  await expect(shop.getByTestId('action-bar')).toBeVisible();
  await expect(shop.getByTestId('timeline-part')).toBeVisible();
  // Every test fails where a screen was hidden again (support/hidden-screens.ts).
  await shop.waitForLoadState('networkidle');
});
