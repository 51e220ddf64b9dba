import { expect, type Page } from '@playwright/test';
import type { Colleague } from './caller.ts';
import { addPicture } from './pictures.ts';
import type { Sold } from './sales.ts';

const OLD_MS = 200 * 24 * 3_600_000;
/** A client with two plain purchases that are not in repair and old enough for no survey. */
export async function clientWithTwo(shop: Colleague) {
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
      if (!(await isIssued(shop, order.invoice_no))) continue;
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

/** One in a hundred of the demo's invoices was declared void; a deposit refuses it. */
const isIssued = (shop: Colleague, invoiceNo: string): Promise<boolean> =>
  shop.get(`/verify_invoice?invoice_no=${invoiceNo}`).then(
    () => true,
    () => false,
  );

/** Weight, reason with its listed fee, and a picture. */
export async function fillPiece(page: Page, index: number): Promise<void> {
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
