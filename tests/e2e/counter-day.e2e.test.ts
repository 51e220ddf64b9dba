import { expect, type Page } from '@playwright/test';
import { colleague, type Colleague } from './support/caller.ts';
import { countHands } from './support/hands.ts';
import { addPicture } from './support/pictures.ts';
import type { Sold } from './support/sales.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

// What two pieces of a known client take at the counter (product/deposit.md §13): clicks, keys and seconds are printed.

const OLD_MS = 200 * 24 * 3_600_000;
const MOST_HANDS = 40;
const MOST_TAPS = 16;

/** A client with two plain purchases that are not in repair and old enough for no survey. */
async function clientWithTwo(shop: Colleague) {
  // Each search answers fifty at most.
  const searches = ['PAR-24', 'PAR-25', 'PAR-26'].map((keyword) =>
    shop.post<readonly Sold[]>('/search_order', { keyword }),
  );
  const orders = (await Promise.all(searches)).flat();
  const found = new Map<number, { order: Sold; line: Sold['lines'][number] }[]>();
  for (const order of orders) {
    const { customer } = order;
    if (customer?.email == null || Date.parse(order.purchase_date) > Date.now() - OLD_MS) continue;
    for (const line of order.lines) {
      if (line.is_gold || line.serial === '' || !(await isHome(shop, line.serial))) continue;
      const own = [...(found.get(customer.id) ?? []), { order, line }];
      found.set(customer.id, own);
      if (own.length === 2) return { customer, pieces: own };
    }
  }
  throw new Error('no client of the demo bought two such pieces');
}

async function isHome(shop: Colleague, serial: string): Promise<boolean> {
  const { open } = await shop.get<{ open: readonly unknown[] }>(`/rma/duplicates?serial=${serial}`);
  return open.length === 0;
}

/** Weight, reason with its listed fee, and a picture. */
async function fillPiece(page: Page, index: number): Promise<void> {
  const head = page.getByTestId(`items.${index}.open`);
  // The step opens the first piece that lacks something.
  await expect(head).toHaveAttribute('aria-expanded', String(index === 0));
  if (index > 0) await head.click();
  const weight = page.getByTestId(`items.${index}.total_weight`);
  await weight.pressSequentially('3.2');
  await page.getByTestId(`items.${index}.reason-1`).check();
  await page.getByTestId(`items.${index}.reasons`).locator('[data-testid*="sub-reason"]').first().check();
  await addPicture(page, `items.${index}.images`);
  const again = page.getByTestId(`items.${index}.known-repairs`);
  if ((await again.count()) > 0) await page.getByTestId(`items.${index}.renew-new_defect`).check();
}

test('two pieces of a known client are taken in with at most forty keys and taps', async ({ windows }) => {
  const { customer, pieces } = await clientWithTwo(await colleague('paris'));
  const page = await windows.openAs('paris');
  await goTo(page, '/createRma');
  const [begun, hands] = [Date.now(), await countHands(page)];
  await page.getByTestId('customer-search').pressSequentially(customer.email?.slice(0, 6) ?? '');
  await page.getByTestId(`customer-search-hit-${customer.id}-`).click();
  for (const { order, line } of pieces)
    await page.getByTestId(`purchase-${order.invoice_no}-${line.line_no}`).check();
  await page.getByTestId('step-next').click();
  await fillPiece(page, 0);
  await fillPiece(page, 1);
  await page.getByTestId('step-next').click();
  await signOn(page);
  const { clicks, keys, clicked } = await hands();
  await page.getByTestId('create-submit').click();
  await expect(page.getByTestId('created-item')).toHaveCount(2);
  await takePicture(page, 'deposit-done');
  const pictures = 2;
  const seconds = Math.round((Date.now() - begun) / 1000);
  const taps = clicks + 1 + pictures;
  console.log(
    `a deposit of two pieces of a known client: ${taps} taps, ${keys} keys, ${seconds} s by a machine (${clicked.join(', ')})`,
  );
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  expect(taps + keys).toBeLessThanOrEqual(MOST_HANDS);
});
