import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, type Deposited } from './support/caller.ts';
import { watchPolicy } from './support/content-policy.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** A fee approved or declined by link (product/repair.md §12.1, product/customer-page.md §6). */
const phone = { width: 390, height: 844 };
const AMOUNT = 12_000;

/** A piece whose fee waits for its customer. */
async function askedPiece(): Promise<Deposited> {
  const piece = await depositIn(await colleague('paris'));
  await charge(piece, AMOUNT);
  return piece;
}

const charge = async (piece: Deposited, amount: number) =>
  (await colleague('admin')).post('/rma/fee/override', {
    rma_item_id: piece.itemId,
    amount,
    currency: 'EUR',
    reason: 'two stones are missing',
  });

async function linkTo(piece: Deposited): Promise<string> {
  const body = { rma_item_id: piece.itemId };
  const { link } = await (await colleague('paris')).post<{ link: string }>('/rma/fee/link', body);
  return new URL(link).pathname;
}

const nothingWrong = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

async function sign(page: Page): Promise<void> {
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

test('a shop makes a link, its customer approves on a phone, and the shop sees it at once', async ({
  windows,
}) => {
  const piece = await askedPiece();
  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${piece.rmaId}&item=${piece.itemId}&work=1`);
  await expectLive(shop);
  await shop.getByTestId('action-more').click();
  await shop.getByTestId('menu-action-ask_by_link').click();
  await shop.getByTestId('fee-link-make').click();
  const link = await shop.getByTestId('fee-link-text').inputValue();
  await expect(shop.getByTestId('fee-link-qr')).toBeVisible();
  await takePicture(shop, 'fee-link-dialog');
  await shop.getByTestId('fee-link-close').click();
  await expect(shop.getByTestId('fee-link-note')).toHaveAttribute('data-state', 'open');

  const page = await windows.open({ viewport: phone, locale: 'en-GB' });
  const refused = await watchPolicy(page);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const referrers: (string | undefined)[] = [];
  page.on('request', (request) => void referrers.push(request.headers()['referer']));
  const address = new URL(link).pathname;
  await page.goto(`${address}?language=en`);
  await expect(page.getByTestId('fee-amount')).toContainText('120');
  await expect(page.getByTestId('fee-canvas')).toBeVisible();
  await nothingWrong(page);
  await takePicture(page, 'fee-phone');

  await page.getByTestId('fee-approve').click();
  await expect(page.getByTestId('fee-issue')).toBeVisible();
  await expect(page.getByTestId('fee-name')).toBeFocused();
  await page.getByTestId('fee-name').fill('Camille Laurent');
  await page.getByTestId('fee-approve').click();
  await expect(page.getByTestId('fee-typed')).toBeFocused();
  await sign(page);
  await takePicture(page, 'fee-phone-signed');
  await page.getByTestId('fee-approve').dblclick();
  await expect(page.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'approved');
  await nothingWrong(page);
  await takePicture(page, 'fee-phone-approved');
  expect([errors, refused, referrers.filter(Boolean)]).toEqual([[], [], []]);

  await expect(shop.getByTestId('fee-link-note')).toHaveAttribute('data-state', 'approved');
  await expect(shop.getByTestId('fee-link-note')).toContainText('Camille Laurent');
  await expect(shop.getByTestId('fee-signature').getByRole('img')).toBeVisible();
  await expect(shop.locator('[data-type=FeeApproved]')).toHaveCount(1);
  await takePicture(shop, 'fee-shop-approved');

  await charge(piece, AMOUNT + 1);
  // The approval is void; a message to the client brings them a link for the other amount.
  await expect(shop.getByTestId('fee-link-note')).toHaveAttribute('data-state', 'open');
});

test('without a script a customer declines, and with the keyboard alone another one approves', async ({
  windows,
}) => {
  const declining = await askedPiece();
  const page = await windows.open({ javaScriptEnabled: false, viewport: phone });
  await page.goto(`${await linkTo(declining)}?language=fr`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByTestId('fee-conditions')).toBeVisible();
  await takePicture(page, 'fee-without-script');
  await page.getByTestId('fee-approve').click();
  await expect(page.getByTestId('fee-issue')).toBeVisible();
  await page.getByTestId('fee-name').fill('Camille Laurent');
  await page.getByTestId('fee-approve').click();
  await expect(page.getByTestId('fee-issue')).toBeVisible();
  await expect(page.getByTestId('fee-name')).toHaveValue('Camille Laurent');
  await page.getByTestId('fee-decline').click();
  await expect(page.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'declined');
  await page.reload();
  await expect(page.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'declined');
  await page.goto(`/customerStatus?rma_id=${declining.reference}`);
  await expect(page.getByTestId('fee-waits')).toHaveAttribute('data-state', 'declined');
  await takePicture(page, 'fee-declined-status');
  const shop = await windows.openAs('paris', { viewport: { width: 2000, height: 1000 } });
  await goTo(shop, '/listRma');
  await shop.getByTestId('list-search').fill(declining.number);
  await expect(shop.getByTestId('fee-declined')).toBeVisible();

  const keys = await windows.open({ viewport: phone });
  await keys.goto(`${await linkTo(await askedPiece())}?language=ar`);
  await expect(keys.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(keys.getByTestId('fee-canvas')).toBeVisible();
  await takePicture(keys, 'fee-arabic');
  await keys.getByTestId('fee-name').focus();
  await keys.keyboard.type('Camille Laurent');
  await keys.keyboard.press('Tab');
  await keys.keyboard.press('Space');
  await expect(keys.getByTestId('fee-typed')).toBeChecked();
  await keys.keyboard.press('Tab');
  await keys.keyboard.press('Enter');
  await expect(keys.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'approved');
});

test('a changed amount ends a page that is open, and an unknown link says so', async ({ windows }) => {
  const [piece, paris] = [await askedPiece(), await colleague('paris')];
  const page = await windows.open({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const link = await linkTo(piece);
  await page.goto(link);
  await expect(page.getByTestId('fee-canvas')).toBeVisible();
  await takePicture(page, 'fee-dark');
  // The page reads the fee once more in the other language: read after the change, it would end the page at once.
  const readAgain = page.waitForResponse(/\/api\/fee\//);
  await page.getByTestId('language').selectOption('ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await (await readAgain).finished();
  await page.getByTestId('fee-name').fill('Camille Laurent');
  await page.getByTestId('fee-typed').check();
  await charge(piece, AMOUNT - 1);
  const standing = async () => (await paris.get<{ standing: string }>(link)).standing;
  await expect.poll(standing).toBe('changed');
  await page.getByTestId('fee-approve').click();
  await expect(page.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'changed');
  await page.goto(`/fee/1-${'x'.repeat(32)}`);
  await expect(page.getByTestId('fee-unknown')).toBeVisible();
});

test('an administrator writes the brand’s own conditions, and an open page reads them again', async ({
  windows,
}) => {
  const path = await linkTo(await askedPiece());
  const customer = await windows.open({ viewport: phone });
  await customer.goto(path);
  const conditions = customer.getByTestId('fee-conditions').getByRole('listitem');
  await expect(conditions).toHaveCount(3);

  const admin = await windows.openAs('admin');
  await goTo(admin, '/system/systemConfig');
  await admin.getByTestId('setting-fee_conditions').click();
  await admin.getByTestId('value-usual').uncheck({ force: true });
  for (const language of ['en', 'zh-CN', 'zh-TW', 'fr', 'es', 'ja'])
    await admin.getByTestId(`text-${language}`).fill(`Ours in ${language}.\nPaid before.`);
  await admin.getByTestId('config-reason').fill('our lawyers');
  await admin.getByTestId('config-save').click();
  await expect(admin.getByTestId('setting-panel')).toContainText('Write the text in every language.');
  await admin.getByTestId('text-ar').fill('شروطنا.');
  await takePicture(admin, 'fee-conditions');
  await admin.getByTestId('config-save').click();
  await expect(admin.getByTestId('setting-panel')).toContainText('Ours in en.');

  await customer.getByTestId('fee-name').fill('Camille Laurent');
  await sign(customer);
  await customer.getByTestId('fee-approve').click();
  // In the customer's own language.
  await expect(conditions).toHaveText(['Ours in fr.', 'Paid before.']);
  await customer.getByTestId('fee-approve').click();
  await expect(customer.getByTestId('fee-ended')).toHaveAttribute('data-standing', 'approved');

  await admin.getByTestId('value-usual').check({ force: true });
  await admin.getByTestId('config-reason').fill('the end of the test');
  await admin.getByTestId('config-save').click();
  await expect(admin.getByTestId('setting-panel')).toContainText('Standard text');
});
