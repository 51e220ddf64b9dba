import { expect, type Page } from '@playwright/test';
import { colleague, type Colleague } from './support/caller.ts';
import { sold, type Sold } from './support/sales.ts';
import { addPicture } from './support/pictures.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

// A client of the register brings what they bought (product/deposit.md §13).

/** A purchase without certificate, of a client whose email is known; not in repair now. */
async function purchaseOf(shop: Colleague) {
  const orders = await shop.post<readonly Sold[]>('/search_order', { keyword: 'INV-PAR' });
  const serials = orders.flatMap(({ lines }) => lines.map(({ serial }) => serial)).filter(Boolean);
  const free = new Set<string>();
  for (const serial of serials) {
    const { open } = await shop.get<{ open: readonly unknown[] }>(`/rma/duplicates?serial=${serial}`);
    if (open.length === 0) free.add(serial);
  }
  return sold(
    shop,
    (line, { customer }) => !line.is_gold && free.has(line.serial) && customer?.email != null,
  );
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
  await markCondition(page);
  await takePicture(page, 'deposit-pieces');
  await page.getByTestId('items.0.open').click();
  await expect(weight).toHaveCount(0);
  await expect(page.getByTestId('piece-0')).toContainText('3.2');

  await page.getByTestId('step-next').click();
  const left = page.getByTestId('left-0');
  await expect(left).toContainText(found.line.product_name);
  await expect(left.getByTestId('left-marks-0')).toContainText('claw bent');
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

/** One mark by a press on the picture, another by the keyboard alone. */
async function markCondition(page: Page): Promise<void> {
  await page.getByTestId('items.0.mark').click();
  const window = page.getByTestId('marks-dialog');
  await window
    .getByTestId('mark-canvas')
    .locator('img')
    .click({ position: { x: 5, y: 5 } });
  await expect(window.getByTestId('mark-text-0')).toBeFocused();
  await page.keyboard.type('claw bent');
  await window.getByTestId('mark-add').press('Enter');
  await page.keyboard.type('scratched');
  await window.getByTestId('mark-1').press('ArrowLeft');
  await takePicture(page, 'deposit-marks');
  await window.getByTestId('mark-remove-1').click();
  await window.getByTestId('marks-save').click();
  await expect(page.getByTestId('items.0.marks')).toHaveText(/claw bent/);
}

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

test('an order of another person asks whose deposit it is', async ({ windows }) => {
  const paris = await colleague('paris');
  const { order, line } = await sold(paris, (each) => !each.is_gold);
  const page = await windows.openAs('paris');
  await goTo(page, '/createRma');
  await newClient(page);
  await page.getByTestId('firstname').fill('Ottilie');
  await page.getByTestId('lastname').fill('Sander');
  const chooseOrder = async () => {
    await page.getByTestId('customer-search').fill(order.invoice_no);
    await page.getByTestId(`order-search-hit-${order.invoice_no}-${line.line_no}`).click();
  };
  await chooseOrder();
  const question = page.getByTestId('other-buyer');
  await expect(question).toContainText(order.customer?.lastname ?? '');
  await takePicture(page, 'other-buyer');
  await page.getByTestId('buyer-keep').click();
  await expect(question).toHaveCount(0);
  await expect(page.getByTestId('firstname')).toHaveValue('Ottilie');
  await page.getByTestId('lastname').fill('Sanders');
  await page.getByTestId('buyer-switch').click();
  await expect(question).toHaveCount(0);
  await expect(page.getByTestId('client-card')).toContainText(order.customer?.firstname ?? '');
});
