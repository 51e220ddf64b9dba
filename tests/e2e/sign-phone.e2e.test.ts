import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import {
  colleague,
  type Deposited,
  depositIn,
  freshMobile,
  freshTracking,
  leave,
  plainSku,
  yearsAgo,
} from './support/caller.ts';
import { watchPolicy } from './support/content-policy.ts';
import { addPicture } from './support/pictures.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

/** A client who signs on their own phone (product/deposit.md §13, product/customer-page.md §12). */
const phone = { width: 390, height: 844 };

const nothingWrong = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

/** Presses the button at the counter; answers where the phone goes. */
async function askOn(shop: Page): Promise<string> {
  const made = shop.waitForResponse((response) => response.url().endsWith('/api/sign/session'));
  await shop.getByTestId('phone-ask').click();
  const { data } = (await (await made).json()) as { data: { link: string } };
  await expect(shop.getByTestId('phone-qr')).toBeVisible();
  return new URL(data.link).pathname;
}

async function drawOn(page: Page): Promise<void> {
  const canvas = page.getByTestId('fee-canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('the sheet is not shown');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1)
    await page.mouse.move(box.x + 40 + step * 25, box.y + 60 + (step % 2) * 50);
  await page.mouse.up();
}

/** A choice by typing its name. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByTestId(field).fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** The third step of a deposit for a client who reads Arabic. */
async function toSignature(shop: Page): Promise<void> {
  const sku = await plainSku(await colleague('paris'));
  await goTo(shop, '/createRma');
  await newClient(shop);
  await shop.getByTestId('firstname').fill('Layla');
  await shop.getByTestId('lastname').fill('Haddad');
  await shop.getByTestId('phone').fill(freshMobile());
  await shop.locator('select[data-testid="language"]').selectOption('ar');
  await shop.getByTestId('email').fill('layla@haddad.test');
  await choose(shop, 'province', 'Île-de-France');
  await choose(shop, 'city', 'Paris');
  await shop.getByTestId('receiver-shop').click();
  await shop.getByTestId('step-next').click();
  await shop.getByTestId('items.0.invoice_number').fill(`INV-${Date.now()}`);
  await shop.getByTestId('items.0.product_sku').fill(sku);
  await shop.getByTestId('items.0.total_weight').fill('4.82');
  await shop.getByTestId('items.0.purchase_date').fill(yearsAgo(3));
  await shop.getByTestId('items.0.reason-1').check();
  await shop.getByTestId('items.0.maintenance_amount').fill('45');
  await addPicture(shop, 'items.0.images');
  await shop.getByTestId('platform_type').selectOption('store');
  await shop.getByTestId('fulfilled_date').fill(yearsAgo(3));
  await shop.getByTestId('original_order_id').fill('O-PHONE');
  await shop.getByTestId('original_order_number').fill('ON-PHONE');
  await shop.getByTestId('step-next').click();
  await expect(shop.getByTestId('left-0')).toBeVisible();
}

test('a client reads and signs their deposit on their phone, and the counter goes on with the ink', async ({
  windows,
}) => {
  const shop = await windows.openAs('paris');
  await toSignature(shop);
  const address = await askOn(shop);
  await takePicture(shop, 'sign-counter-waits');

  const page = await windows.open({ viewport: phone, locale: 'en-GB' });
  const refused = await watchPolicy(page);
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => void referrers.push(request.headers()['referer']));
  await page.goto(address);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('sign-piece-0')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Haddad');
  await nothingWrong(page);
  await takePicture(page, 'sign-phone-arabic');
  await page.getByTestId('sign-send').click();
  await expect(page.getByTestId('sign-issue')).toBeVisible();
  await expect(page.getByTestId('sign-name')).toBeFocused();
  await drawOn(page);
  await takePicture(page, 'sign-phone-drawn');
  await page.getByTestId('sign-send').dblclick();
  await expect(page.getByTestId('sign-done')).toBeVisible();
  await nothingWrong(page);
  await takePicture(page, 'sign-phone-done');
  expect([refused, referrers.filter(Boolean)]).toEqual([[], []]);

  await expect(shop.getByTestId('signature-kept').getByRole('img')).toBeVisible({ timeout: 3_000 });
  await expect(shop.getByTestId('signature-from-phone')).toBeVisible();
  await nothingWrong(shop);
  await takePicture(shop, 'sign-counter-signed');
  await shop.getByTestId('create-submit').click();
  await expect(shop.getByTestId('created')).toBeVisible();
  // Nothing of the code stays.
  await page.reload();
  await expect(page.getByTestId('sign-unknown')).toBeVisible();
});

test('a code ends when it is cancelled, when the pad is signed and when the screen is left', async ({
  windows,
}) => {
  const shop = await windows.openAs('paris');
  await toSignature(shop);
  const page = await windows.open({ viewport: phone });
  const expectEnded = async (address: string) =>
    expect(async () => {
      await page.goto(address);
      await expect(page.getByTestId('sign-unknown')).toBeVisible({ timeout: 1_000 });
    }).toPass();

  const cancelled = await askOn(shop);
  await shop.getByTestId('phone-cancel').click();
  await expectEnded(cancelled);
  const signedHere = await askOn(shop);
  await signOn(shop);
  await expect(shop.getByTestId('phone-code')).toHaveCount(0);
  await expectEnded(signedHere);

  // The connection breaks: the counter says so, and fetches the signature once it is back.
  const signed = await askOn(shop);
  await shop.context().setOffline(true);
  await expect(shop.getByTestId('phone-state')).toContainText('منقطع');
  await page.goto(signed);
  await drawOn(page);
  await page.getByTestId('sign-send').click();
  await expect(page.getByTestId('sign-done')).toBeVisible();
  await shop.context().setOffline(false);
  await expect(shop.getByTestId('signature-kept')).toBeVisible();

  await shop.getByTestId('signature-again').click();
  const left = await askOn(shop);
  await shop.getByTestId('step-pieces').click();
  await expectEnded(left);
});

/** To the factory and back, until the piece is ready for its client. */
async function backAtCounter(piece: Deposited): Promise<void> {
  const [shop, factory] = [await colleague('paris'), await colleague('factory')];
  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  await leave(shop, [piece], freshTracking('PHONE-OUT'), { sent: { destination: home.site?.id } });
  for (const target of [3, 4, 6, 12, 13])
    await factory.put('/rmastatus', { ids: [piece.itemId], rma_status_id: target });
  await leave(factory, [piece], freshTracking('PHONE-BACK'), { sendPath: '/factorypackage' });
  await shop.put('/rmastatus', { ids: [piece.itemId], rma_status_id: 15 });
}

test('a client signs for what they collect, without a script and by their typed name', async ({
  windows,
}) => {
  const by = await colleague('paris');
  const piece = await depositIn(by);
  await backAtCounter(piece);
  const shop = await windows.openAs('paris');
  await goTo(shop, `/pickup?id=${piece.rmaId}`);
  await expect(shop.getByTestId(`pickup-tick-${piece.itemId}`)).toBeChecked();
  const address = await askOn(shop);
  await takePicture(shop, 'sign-pickup-waits');

  const page = await windows.open({ viewport: phone, javaScriptEnabled: false });
  await page.goto(address);
  await expect(page.getByTestId('sign-piece-0')).toContainText(piece.number);
  await page.getByTestId('sign-send').click();
  await expect(page.getByTestId('sign-issue')).toBeVisible();
  await page.getByTestId('sign-name').fill('Camille Laurent');
  await takePicture(page, 'sign-phone-without-script');
  await page.getByTestId('sign-send').click();
  await expect(page.getByTestId('sign-done')).toBeVisible();

  await expect(shop.getByTestId('signature-kept')).toBeVisible();
  await takePicture(shop, 'sign-pickup-signed');
  await expect(shop.getByTestId('pickup')).toHaveAttribute('data-ready', 'true');
  // The phone showed one piece; without it there is another list to sign.
  await shop.getByTestId(`pickup-tick-${piece.itemId}`).uncheck();
  await expect(shop.getByTestId('signature-kept')).toHaveCount(0);
  await expect(shop.getByTestId('phone-end')).toHaveAttribute('data-end', 'changed');
  await shop.getByTestId(`pickup-tick-${piece.itemId}`).check();
  const again = await askOn(shop);
  await page.goto(again);
  await page.getByTestId('sign-name').fill('Camille Laurent');
  await page.getByTestId('sign-send').click();
  await expect(shop.getByTestId('signature-kept')).toBeVisible();
  await shop.getByTestId('pickup-accept').click();
  await expect(shop.getByTestId('pickup-done')).toBeVisible();
});
