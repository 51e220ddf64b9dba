import { expect } from '@playwright/test';
import { colleague, depositIn, freshTracking } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

test('a piece in another draft is named there, and moved here', async ({ windows }) => {
  const paris = await colleague('paris');
  const [first, second] = [await depositIn(paris), await depositIn(paris)];
  const [there, here] = [freshTracking('THERE'), freshTracking('HERE')];
  await paris.post('/rma/packagelist', { rma_item_ids: [first.itemId, second.itemId], rma_tracking: there });
  const shop = await windows.openAs('paris');
  await goTo(shop, `/preparePackage?tracking=${here}`);
  await expect(shop.getByTestId(`candidate-${first.number}`)).toContainText(there);

  await scanCode(shop, first.number);
  await expect(shop.getByTestId('scan-strip')).toContainText(there);
  await takePicture(shop, 'scan-elsewhere');
  await shop.getByTestId('elsewhere').getByTestId(`move-here-${first.number}`).click();
  await expect(shop.getByTestId(`content-${first.number}`)).toBeVisible();
  await expect(shop.getByTestId('elsewhere')).toHaveCount(0);
  await shop.getByTestId('candidates').getByTestId(`move-here-${second.number}`).click();
  await expect(shop.getByTestId(`content-${second.number}`)).toBeVisible();
  const left = await paris.post<{ items: readonly object[] }>('/rma/packagelist', { rma_tracking: there });
  expect(left.items).toHaveLength(0);

  await test.step('the label of the package says so, and a new label is its new number', async () => {
    await scanCode(shop, here);
    await expect(shop.getByTestId('scan-strip')).toHaveAttribute('data-tone', 'duplicate');
    await shop.getByTestId('package-more').click();
    await shop.getByTestId('package-menu').getByRole('menuitem').first().click();
    await expect(shop.getByTestId('renumber-input')).toBeFocused();
    await scanCode(shop, `${here}-NEW`);
    await expect(shop.getByTestId('renumber-input')).toHaveValue(`${here}-NEW`);
  });
});

test('a carrier’s label goes into the tracking field of the package forwarding', async ({ windows }) => {
  const warehouse = await windows.openAs('warehouse');
  await goTo(warehouse, '/operation/18/packageForwarding');
  await expect(warehouse.getByTestId('transfer-page')).toBeVisible();
  await scanCode(warehouse, 'HKJ0099002211');
  await expect(warehouse.getByTestId('tracking-input')).toHaveValue('HKJ0099002211');
  await expect(warehouse.getByTestId('scan-strip')).toHaveAttribute('data-tone', 'ok');
});

test('a scan on dashboard, list and client search opens the piece', async ({ windows }) => {
  const paris = await colleague('paris');
  const piece = await depositIn(paris);
  const shop = await windows.openAs('paris');
  const detail = shop.getByTestId('rma-detail');

  await goTo(shop, '/dashboard');
  await expect(shop.getByTestId('tiles')).toBeVisible();
  await scanCode(shop, piece.number);
  await expect(detail).toHaveAttribute('data-item', String(piece.itemId));

  await goTo(shop, '/listRma');
  await expect(shop.getByTestId('rma-list')).toBeVisible();
  await scanCode(shop, piece.number);
  await expect(shop.getByTestId('rma-panel').getByTestId('item-number')).toHaveText(piece.number);
  await shop.keyboard.press('Escape');
  await expect(shop.getByTestId('rma-panel')).toBeHidden();

  await goTo(shop, '/clientSearch');
  await expect(shop.getByTestId('client-box')).toBeVisible();
  await scanCode(shop, piece.number);
  await expect(shop).toHaveURL(new RegExp(`item=${piece.itemId}`, 'u'));

  const factory = await windows.openAs('factory');
  await goTo(factory, '/operation/dashboard');
  await expect(factory.getByTestId('board')).toBeVisible();
  const [elsewhere] = await (
    await colleague('factory')
  ).get<readonly { number: string; id: number }[]>('/operationrma?status=14&page_size=1');
  if (elsewhere === undefined) return;
  await scanCode(factory, elsewhere.number);
  await expect(factory.getByTestId('rma-detail')).toHaveAttribute('data-item', String(elsewhere.id));
});

test('the arrows move on the board from the start', async ({ windows }) => {
  const factory = await windows.openAs('factory');
  await goTo(factory, '/operation/dashboard');
  await expectLive(factory);
  const chosen = factory.locator('[role=option][data-active]');
  await expect(factory.locator('.board [role=option]').first()).toBeVisible();
  await factory.keyboard.press('ArrowDown');
  await expect(chosen).toHaveCount(1);
  const before = await chosen.getAttribute('id');
  await factory.keyboard.press('ArrowDown');
  await expect(chosen).not.toHaveAttribute('id', before ?? '');
});

test('“Ship now” opens the draft with the late pieces, to be signed', async ({ windows }) => {
  const paris = await colleague('paris');
  const late = await paris.get<
    readonly { id: number; shipment_id: number | null; tracking_number: string }[]
  >('/rma?bucket=ready_to_ship_over_72h&page_size=50');
  let tracking = late.find(({ shipment_id }) => shipment_id !== null)?.tracking_number;
  if (tracking === undefined) {
    tracking = freshTracking('LATE');
    const ids = late.map(({ id }) => id);
    await paris.post('/rma/packagelist', { rma_item_ids: ids, rma_tracking: tracking });
  }
  const shop = await windows.openAs('paris');
  await goTo(shop, '/dashboard');
  await shop.getByTestId('today-over72').getByRole('link').click();
  await expect(shop.getByTestId('tracking')).toBeVisible();
  await expect(shop.getByTestId('signer')).toBeFocused();
  await takePicture(shop, 'ship-now');
  await goTo(shop, '/preparePackage');
  await expect(shop.getByTestId('tracking-input')).toBeFocused();
});
