import { expect } from '@playwright/test';
import { colleague, depositIn, freshTracking, leave, plainSku } from './support/caller.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** When a piece is expected to be ready: named with its deposit, moved by an event that is named (docs/product/promise.md). */
const phone = { width: 390, height: 844 };

test('a deposit names a date, what moves it is named, and the client reads whole weeks', async ({
  windows,
}) => {
  const [paris, factory] = [await colleague('paris'), await colleague('factory')];
  const asked = `/promise/expected?sku=${await plainSku(paris)}`;
  // The workers learn from the demo's past after their start.
  const expected = async () => (await paris.get<{ expected_latest: string | null }>(asked)).expected_latest;
  await expect.poll(expected, { timeout: 90_000 }).not.toBeNull();

  const piece = await depositIn(paris);
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}`);
  await expectLive(shop);
  const [now, why] = [shop.getByTestId('expected-now'), shop.getByTestId('expected-why')];
  await expect(now).toContainText(/\d{4}/u);
  await expect(why).toHaveAttribute('data-way', 'first');
  const first = (await now.textContent()) ?? '';
  await takePicture(shop, 'promise-detail');

  const page = await windows.open({ viewport: phone });
  await page.goto(`/customerStatus?rma_id=${piece.reference}`);
  await expect(page.getByTestId('expected')).toHaveAttribute('data-kind', /between|by/u);
  await takePicture(page, 'promise-client');

  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  await leave(paris, [piece], freshTracking('PROM'), { sent: { destination: home.site?.id } });
  for (const status of [3, 4, 6, 12, 13])
    await factory.put('/rmastatus', { ids: [piece.itemId], rma_status_id: status });
  await expect(why).toHaveAttribute('data-way', 'sooner', { timeout: 60_000 });
  await expect(now).not.toHaveText(first);
  await expect(page.getByTestId('expected')).toHaveAttribute('data-kind', /between|by/u);
});
