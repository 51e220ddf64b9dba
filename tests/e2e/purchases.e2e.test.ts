import { expect, type Page } from '@playwright/test';
import { colleague, type Colleague } from './support/caller.ts';
import { addPicture } from './support/pictures.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

/** A client of the register brings what they bought (product/deposit.md §13). */
interface Sold {
  readonly invoice_no: string;
  readonly purchase_date: string;
  readonly customer: { readonly id: number; readonly language: string; readonly email: string | null } | null;
  readonly lines: readonly { line_no: number; is_gold: boolean; serial: string; product_name: string }[];
}

const OLD_ENOUGH_MS = 200 * 24 * 3_600_000;

/** A purchase without certificate and survey, of a client with everything on record; not in repair now. */
async function purchaseOf(shop: Colleague) {
  const orders = await shop.post<readonly Sold[]>('/search_order', { keyword: 'INV-PAR' });
  for (const order of orders) {
    const line = order.lines.find(({ is_gold, serial }) => !is_gold && serial !== '');
    const isOld = Date.parse(order.purchase_date) < Date.now() - OLD_ENOUGH_MS;
    if (line === undefined || !isOld || order.customer === null || order.customer.email === null) continue;
    const open = await shop.get<{ open: readonly unknown[] }>(`/rma/duplicates?serial=${line.serial}`);
    if (open.open.length === 0) return { order, line, customer: order.customer };
  }
  throw new Error('the demo sold no such piece');
}

const box = (page: Page, { order, line }: Awaited<ReturnType<typeof purchaseOf>>) =>
  page.getByTestId(`purchase-${order.invoice_no}-${line.line_no}`);

test('a purchase leads from the client’s record to a signed deposit, and asks only what no record says', async ({
  windows,
}) => {
  const found = await purchaseOf(await colleague('paris'));
  const page = await windows.openAs('paris');
  await goTo(page, `/clientSearch?customer=${found.customer.id}`);
  const line = page.locator('.order-line').filter({ hasText: found.line.serial });
  await line.getByTestId('line-repair').click();
  await expect(page.getByTestId('client-card')).toBeVisible();
  await expect(box(page, found)).toBeChecked();
  // What is in the address names a client only until it was read.
  await expect(page).toHaveURL(/createRma$/);
  await box(page, found).uncheck();
  await expect(page.getByTestId('deposit-foot')).toContainText('0 pieces');
  await box(page, found).check();
  await takePicture(page, 'deposit-client');

  await page.getByTestId('step-next').click();
  const weight = page.getByTestId('items.0.total_weight');
  await expect(weight).toBeFocused();
  await expect(page.getByTestId('items.0.product_sku')).toHaveCount(0);
  await expect(page.getByTestId('order-line')).toBeVisible();
  await weight.fill('3.2');
  await page.getByTestId('items.0.reason-1').check();
  await page.getByTestId('items.0.maintenance_amount').fill('900');
  await page.getByTestId('items.0.repaired-before').check();
  await page.getByTestId('items.0.renew-new_defect').check();
  await addPicture(page, 'items.0.images');
  // It lacks nothing, and does not fold while it is worked on.
  await expect(weight).toBeVisible();
  await takePicture(page, 'deposit-pieces');
  await page.getByTestId('items.0.open').click();
  await expect(weight).toHaveCount(0);
  await expect(page.getByTestId('piece-0')).toContainText('3.2');

  await page.getByTestId('step-next').click();
  const left = page.getByTestId('left-0');
  await expect(left).toContainText(found.line.product_name);
  // The client reads this step: it is in their language, whatever the clerk's.
  const { language } = found.customer;
  await expect(page.locator(`div[lang="${language}"]`)).toHaveAttribute(
    'dir',
    language === 'ar' ? 'rtl' : 'ltr',
  );
  await takePicture(page, 'deposit-sign');
  await page.getByTestId('signature-mode').click();
  await page.getByTestId('create-submit').click();
  await expect(page.getByTestId('created')).toBeVisible();

  // The piece is in repair now: the list says where, and does not offer it again.
  await goTo(page, `/clientSearch?customer=${found.customer.id}`);
  await expect(line).toContainText('In repair');
  await goTo(page, `/createRma?customer_id=${found.customer.id}`);
  await expect(page.getByTestId('purchases')).toContainText('In repair');
  await expect(box(page, found)).toBeDisabled();
});

test('the steps are in the address: Back returns, and a blank form is not signed', async ({ windows }) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/createRma?step=sign');
  await expect(page.getByTestId('step-client')).toBeDisabled();
  await expect(page.getByTestId('customer-search')).toBeVisible();
  await page.getByTestId('step-pieces').click();
  await expect(page).toHaveURL(/step=pieces/);
  await page.goBack();
  await expect(page.getByTestId('customer-search')).toBeVisible();
  // What the first step lacks keeps it, with the focus on the first field that lacks it.
  await page.getByTestId('step-next').click();
  await expect(page.getByTestId('firstname')).toBeFocused();
  await expect(page.getByTestId('create-missing')).toBeVisible();
});
