import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, plainSku, yearsAgo, type Colleague } from './support/caller.ts';
import { addPicture, pictureOf } from './support/pictures.ts';
import { sold } from './support/sales.ts';
import { systemUrl } from './support/system.ts';
import { test } from './support/test.ts';
import { fillSignIn, goTo, takePicture } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

/** The deposit form (product/deposit.md), by keyboard alone, in Arabic, and through everything that may interrupt it. */
interface Taken {
  readonly firstname: string;
  readonly items: readonly { id: number; product_sku: string; is_under_warranty: boolean }[];
}

const OLD = `0505${new Date().getFullYear() - 3}`;

test('the form is filled in by keyboard alone', async ({ windows }) => {
  const paris = await colleague('paris');
  const sku = await plainSku(paris);
  const page = await openForm(await windows.openAs('paris'));
  await press(page, 'client-new', 'Enter');
  await expect(page.getByTestId('firstname')).toBeFocused();
  await type(page, 'firstname', 'Ondine');
  await type(page, 'lastname', 'Marchetti');
  await type(page, 'phone', '612345679');
  await type(page, 'email', 'ondine@marchetti.test');
  await pick(page, 'province', 'Île-de-France');
  await pick(page, 'city', 'Paris');
  await type(page, 'address', '1 place Vendôme');
  await type(page, 'receiver_name', 'Ondine Marchetti');
  await type(page, 'receiver_phone', '+33612345679');
  await press(page, 'step-next', 'Enter');
  await type(page, 'items.0.invoice_number', 'INV-KEYS');
  await type(page, 'items.0.product_sku', sku);
  await type(page, 'items.0.total_weight', '3,2');
  await type(page, 'items.0.purchase_date', OLD);
  await expect(page.getByTestId('items.0.warranty')).toHaveAttribute('data-in', 'false');
  await press(page, 'items.0.reason-1', 'Space');
  await type(page, 'items.0.maintenance_amount', '80');
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'items.0.images-choose', 'Enter');
  await (await chooser).setFiles(await pictureOf(page));
  await expect(page.getByTestId('items.0.images').getByTestId('image-open')).toHaveCount(1);
  await press(page, 'platform_type', 'ArrowDown');
  await type(page, 'fulfilled_date', OLD);
  await type(page, 'original_order_id', 'O-KEYS');
  await type(page, 'original_order_number', 'ON-KEYS');
  await press(page, 'step-next', 'Enter');
  await expect(page.getByTestId('left-0')).toBeVisible();
  await press(page, 'signature-mode', 'Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Ondine Marchetti', KEYS);
  // Without a connection the deposit waits, and is sent by the time it is back.
  await page.context().setOffline(true);
  await press(page, 'create-submit', 'Enter');
  await expect(page.getByTestId('create-waiting')).toBeVisible();
  await takePicture(page, 'create-waiting');
  await page.context().setOffline(false);
  await expect(page.getByTestId('created')).toBeVisible();
  // The next Enter prints what the client takes home and what goes on the piece.
  await expect(page.getByTestId('created-print')).toBeFocused();
  await takePicture(page, 'created');
  const papers = [/\/receipt/u, /\/rma\/label/u].map((path) => page.waitForRequest(path));
  await page.keyboard.press('Enter');
  await Promise.all(papers);
  await expectTaken(page, paris, { firstname: 'Ondine', sku, inWarranty: false });
});

test('the form is filled in in Arabic, a gold piece from its order, with every picture it needs', async ({
  windows,
}) => {
  const paris = await colleague('paris');
  const { order, line } = await soldGold(paris);
  const page = await windows.openAs('paris', { locale: 'ar' });
  await page.getByTestId('language').click();
  await page.getByTestId('menu-ar').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await openForm(page);
  await page.getByTestId('customer-search').fill(order.invoice_no);
  await page.getByTestId(`order-search-hit-${order.invoice_no}-${line.line_no}`).click();
  await expect(page.getByTestId('client-card')).toContainText(order.customer?.firstname ?? '');
  await page.getByTestId('step-next').click();
  await expect(page.getByTestId('piece-0')).toContainText(line.sku);

  // What is missing is said in Arabic at every field at once, and the first of them has the focus.
  await page.getByTestId('step-next').click();
  await expect(page.getByTestId('items.0.total_weight')).toBeFocused();
  await expect(page.getByTestId('piece-0').getByRole('alert').first()).toHaveText(/\p{Script=Arabic}/u);
  await takePicture(page, 'create-arabic-errors');

  await addPicture(page, 'items.0.gold_image');
  await page.getByTestId('items.0.gold-check').click();
  await expect(page.getByTestId('items.0.gold_weight')).not.toHaveValue('');
  await page.getByTestId('items.0.reason-1').check();
  // The demo's pieces may have been here before.
  await page.getByTestId('items.0.repaired-before').check();
  await page.getByTestId('items.0.renew-new_defect').check();
  await page.getByTestId('items.0.maintenance_amount').fill('٤٠٠');
  await addPicture(page, 'items.0.images');
  await page.getByTestId('step-next').click();
  await page.getByTestId('create-submit').click();
  await expect(page.getByTestId('created')).toBeVisible();
  await expectTaken(page, paris, { firstname: order.customer?.firstname ?? '', sku: line.sku });
});

test('what was typed survives a reload and a forced sign-out, for its owner only', async ({ windows }) => {
  const page = await windows.openAs('paris');
  let token = '';
  page.on('request', (request) => {
    token = request.headers()['authorization'] ?? token;
  });
  await openForm(page);
  await newClient(page);
  await page.getByTestId('firstname').fill('Apolline');
  await page.getByTestId('step-pieces').click();
  await page.getByTestId('items.0.invoice_number').fill('INV-DRAFT');
  await page.getByTestId('step-client').click();
  await expect.poll(() => draftsOn(page)).toHaveLength(1);
  expect(JSON.stringify(await draftsOn(page))).not.toContain('Apolline');
  await page.reload();
  await expect(page.getByTestId('firstname')).toHaveValue('Apolline');

  // The session ends elsewhere while a word is being typed: the next answer is 499.
  await page.getByTestId('lastname').pressSequentially('Duval', KEYS);
  const ended = await fetch(`${systemUrl}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: token },
  });
  expect(ended.status).toBe(200);
  await page.getByTestId('customer-search').fill('Martin');
  await expect(page).toHaveURL(/\/login/);

  await signInAgain(page, 'tokyo');
  await openForm(page);
  await expect(page.getByTestId('client-new')).toBeVisible();
  await expect(page.getByTestId('firstname')).toHaveCount(0);
  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login/);

  await signInAgain(page, 'paris');
  await openForm(page);
  await expect(page.getByTestId('firstname')).toHaveValue('Apolline');
  await expect(page.getByTestId('lastname')).toHaveValue('Duval');
  await page.getByTestId('step-pieces').click();
  await expect(page.getByTestId('items.0.invoice_number')).toHaveValue('INV-DRAFT');
  await page.getByTestId('create-clear').click();
  await page.getByTestId('confirm-clear').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('client-new')).toBeVisible();
  await expect.poll(() => draftsOn(page)).toHaveLength(0);
});

test('two tabs keep a draft each, and a closed tab leaves its own by name', async ({ windows }) => {
  const first = await windows.openAs('paris');
  await openForm(first);
  await newClient(first);
  await first.getByTestId('firstname').fill('Apolline');
  await expect.poll(() => draftsOn(first)).toHaveLength(1);
  // A tab opened from a page begins with a copy of what that page keeps for its session.
  const opened = first.waitForEvent('popup');
  await first.evaluate(() => void window.open('/createRma'));
  const second = await opened;
  await newClient(second);
  await expect(second.getByTestId('firstname')).toHaveValue('');
  await expect(second.getByTestId('left-drafts')).toHaveCount(0);
  await second.getByTestId('firstname').fill('Bérénice');
  await second.getByTestId('lastname').fill('Roux');
  await expect.poll(() => draftsOn(second)).toHaveLength(2);

  await first.reload();
  await expect(first.getByTestId('firstname')).toHaveValue('Apolline');
  await second.reload();
  await expect(second.getByTestId('firstname')).toHaveValue('Bérénice');

  await second.close();
  await first.getByTestId('create-clear').click();
  await first.getByTestId('confirm-clear').getByTestId('confirm-accept').click();
  await first.reload();
  await expect(first.getByTestId('client-new')).toBeVisible();
  await expect(first.getByTestId('left-drafts')).toContainText('Bérénice Roux');
  await takePicture(first, 'left-drafts');
  await first.getByTestId('left-draft-take').click();
  await expect(first.getByTestId('lastname')).toHaveValue('Roux');
  await expect.poll(() => draftsOn(first)).toHaveLength(1);
  await first.reload();
  await expect(first.getByTestId('firstname')).toHaveValue('Bérénice');
});

test('a refusal of the server stands at its field, and nothing typed is lost', async ({ windows }) => {
  const paris = await colleague('paris');
  const { order, line } = await sold(paris, (each) => !each.is_gold);
  const page = await openForm(await windows.openAs('paris'));
  await page.getByTestId('customer-search').fill(order.invoice_no);
  await page.getByTestId(`order-search-hit-${order.invoice_no}-${line.line_no}`).click();
  await page.getByTestId('step-next').click();
  await page.getByTestId('identity-change').click();
  await expect(page.getByTestId('items.0.product_sku')).toHaveValue(line.sku);
  await page.getByTestId('items.0.total_weight').fill('3.2');
  await page.getByTestId('items.0.reason-1').check();
  const amount = page.getByTestId('items.0.maintenance_amount');
  await page.getByTestId('items.0.purchase_date').fill(yearsAgo(1));
  await expect(amount).toHaveValue(/^0([.,]0+)?$/);
  await page.getByTestId('items.0.purchase_date').fill(yearsAgo(9));
  await expect(amount).toHaveValue('');
  await amount.fill('900');
  // The invoice was of another day: only the brand's books know it.
  await page.getByTestId('items.0.repaired-before').check();
  await page.getByTestId('items.0.renew-new_defect').check();
  await addPicture(page, 'items.0.images');
  await page.getByTestId('step-next').click();
  await page.getByTestId('create-submit').click();
  const date = page.getByTestId('items.0.purchase_date');
  await expect(date).toHaveAttribute('aria-invalid', 'true');
  await expect(date).toBeFocused();
  await expect(page.getByTestId('items.0.total_weight')).toHaveValue('3.2');
  await expect(page.getByTestId('create-error')).toBeVisible();
  await date.fill(order.purchase_date);
  await page.getByTestId('create-clear').click();
  await page.getByTestId('confirm-clear').getByTestId('confirm-accept').click();
});

test('a deposit is edited in its form, and who was slower hears by whom and what was changed', async ({
  windows,
}) => {
  const paris = await colleague('paris');
  const { rmaId } = await depositIn(paris);
  const page = await windows.openAs('paris');
  const other = await windows.openAs('paris');
  await goTo(page, `/createRma?edit=${rmaId}`);
  await goTo(other, `/createRma?edit=${rmaId}`);
  await expect(page.getByTestId('address')).toHaveValue('1 rue de la Paix');
  await expect(other.getByTestId('address')).toHaveValue('1 rue de la Paix');

  await other.getByTestId('address').fill('2 rue de la Paix');
  await other.getByTestId('create-submit').click();
  await expect(other).toHaveURL(/\/readRma/);

  await page.getByTestId('address').fill('3 rue de la Paix');
  await page.getByTestId('create-submit').click();
  const conflict = page.getByTestId('edit-conflict');
  await expect(conflict).toContainText('Camille Fontaine');
  await expect(conflict).toContainText('Address');
  // The save button is at the form's end: the conflict is scrolled into view.
  await expect(conflict).toBeInViewport();
  await expect(page.getByTestId('address')).toHaveValue('3 rue de la Paix');
  await takePicture(page, 'edit-conflict');
  await page.getByTestId('conflict-overwrite').click();
  await expect(page).toHaveURL(/\/readRma/);
  const edited = await paris.get<{ address: string }>(`/rma/${rmaId}`);
  expect(edited.address).toBe('3 rue de la Paix');
});

const KEYS = { delay: 40 } as const;

async function openForm(page: Page): Promise<Page> {
  await goTo(page, '/createRma');
  await expect(page.getByTestId('step-next')).toBeVisible();
  return page;
}

/** Presses Tab until the field has the focus, as a user without a mouse does. */
async function tabTo(page: Page, field: string): Promise<void> {
  const target = page.getByTestId(field);
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${field}`);
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text, KEYS);
}

async function press(page: Page, field: string, key: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press(key);
}

/** A choice from a long list by typing its name. */
async function pick(page: Page, field: string, name: string): Promise<void> {
  await type(page, field, name);
  await expect(page.getByRole('option', { name }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId(field)).toHaveValue(new RegExp(name));
}

const soldGold = (shop: Colleague) => sold(shop, (line) => line.is_gold && line.cert_no !== null);

const draftsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([name, text]) => (/draft/.test(name) ? [text] : [])),
  );

async function signInAgain(page: Page, name: 'paris' | 'tokyo'): Promise<void> {
  await fillSignIn(page, name);
  await page.getByTestId('login-submit').click();
  await page.getByTestId('user-name').waitFor({ state: 'attached' });
}

interface Expected {
  readonly firstname: string;
  readonly sku: string;
  readonly inWarranty?: boolean;
}

/** What the form sent is what the shop's books now say, its picture included. */
async function expectTaken(page: Page, shop: Colleague, expected: Expected): Promise<void> {
  const link = await page.getByTestId('created-open').getAttribute('href');
  const id = new URLSearchParams(link?.split('?')[1]).get('id') ?? '';
  const rma = await shop.get<Taken>(`/rma/${id}`);
  expect(rma.firstname).toBe(expected.firstname);
  expect(rma.items.map(({ product_sku }) => product_sku)).toEqual([expected.sku]);
  const [item] = rma.items;
  if (expected.inWarranty !== undefined) expect(item?.is_under_warranty).toBe(expected.inWarranty);
  const pictures = await shop.get<readonly unknown[]>(`/rma/images?rma_item_id=${item?.id}`);
  expect(pictures.length).toBeGreaterThan(0);
}
