import { expect, type Page } from '@playwright/test';
import { STANDARD_ROLES } from '@atelier/domain/identity/standard-roles.ts';
import { captchaAnswer } from '../harness/system.ts';
import { colleague, freshTracking, leave, readyPiece } from './support/caller.ts';
import { expectVerdict } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, expectTile, goTo, takePicture } from './support/windows.ts';

/** The client collects at another shop, which sees and counts the piece once it has it (decisions/0242). */
const fresh = String(Date.now()).slice(-7);
const email = `lyon.${fresh}@demo.test`;
const given = `first-${fresh}-Repair-2026`;
const own = `own-${fresh}-Repair-2026`;

/** A clerk in Lyon, who has no account in the demo. */
async function enterLyon(page: Page): Promise<void> {
  const admin = await colleague('admin');
  const sites = await admin.get<readonly { id: number; code: string }[]>('/site/list');
  await admin.post('/user/create', {
    email,
    name: `Lou Vial ${fresh}`,
    last_name: 'Vial',
    user_type: 'shop',
    site_id: sites.find(({ code }) => code === 'LYN')?.id,
    roles: [STANDARD_ROLES.shop.name],
    password: given,
  });
  await page.goto('/login');
  await page.getByTestId('email').fill(email);
  await page.getByTestId('password').fill(given);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await page.getByTestId('own-password').fill(own);
  await page.getByTestId('own-password-save').click();
  await expect(page.getByTestId('user-name')).toBeAttached();
  await expect(page.getByTestId('own-password')).toHaveCount(0);
  await takePicture(page, 'guest-entered');
}

test('a client collects at another shop: it sees the piece in its list and counts, and hands it over', async ({
  windows,
}) => {
  const piece = await readyPiece();
  const { itemId, number, reference } = piece;
  const paris = await colleague('paris');
  const shop = await windows.openAlone();
  await enterLyon(shop);
  await goTo(shop, '/dashboard');
  await expectLive(shop);
  await expect(shop.getByTestId('tile-here_for_others')).toHaveCount(0);

  await test.step('the client chooses the shop in Lyon on their page', async () => {
    const page = await windows.open({ viewport: { width: 390, height: 844 } });
    await page.goto(`/customerStatus?rma_id=${reference}`);
    await page.getByTestId('collect-change').click();
    await page.getByTestId('collect-other_shop').check();
    await page.getByTestId('collect-go').click();
    await expect(page.getByTestId('collect')).toHaveAttribute('data-kind', 'other_shop');
  });

  const across = freshTracking('LYON');
  await test.step('Paris sends it there, and Lyon receives it', async () => {
    await leave(paris, [piece], across, { packed: { order_type: 4 } });
    await goTo(shop, '/receivedpackage');
    await expectLive(shop);
    await scanCode(shop, across);
    await expect(shop.getByTestId('count-expected')).toHaveText('1');
    await scanCode(shop, number);
    await expectVerdict(shop, number, 'accepted');
    await shop.getByTestId('complete').click();
    await shop.getByTestId('confirm-complete').getByTestId('confirm-accept').click();
    await expect(shop.getByTestId('confirm-complete')).toBeHidden();
  });

  await test.step('it stands in a list and a count of Lyon', async () => {
    await goTo(shop, '/dashboard');
    await expectTile(shop, 'here_for_others', 1);
    await expect(shop.getByTestId('today-guests')).toBeVisible();
    await takePicture(shop, 'guest-dashboard');
    await shop.getByTestId('tile-here_for_others').click();
    await expect(shop.locator(`[data-row="${itemId}"]`)).toBeVisible();
    await takePicture(shop, 'guest-list');
    await goTo(shop, '/listRma');
    await expectLive(shop);
    await expect(shop.locator(`[data-row="${itemId}"]`)).toHaveCount(0);
  });

  await test.step('Lyon hands it over', async () => {
    await goTo(shop, '/pickup');
    await expectLive(shop);
    await expect(shop.getByTestId(`pickup-open-${itemId}`)).toBeVisible();
    await scanCode(shop, `https://atelier.test/customerStatus?rma_id=${reference}`);
    await expect(shop.getByTestId(`pickup-tick-${itemId}`)).toBeChecked();
    await takePicture(shop, 'guest-pickup');
    await signOn(shop);
    await expect(shop.getByTestId('pickup')).toHaveAttribute('data-ready', 'true');
    await shop.getByTestId('pickup-accept').click();
    await expect(shop.getByTestId('pickup-done')).toBeVisible();
    await goTo(shop, '/dashboard');
    await expect(shop.getByTestId('tile-here_for_others')).toHaveCount(0);
  });
  const rows = await paris.get<readonly { id: number; rma_status_id: number }[]>(
    `/rma?rma_id=${piece.rmaId}`,
  );
  expect(rows).toMatchObject([{ id: itemId, rma_status_id: 16 }]);
});
