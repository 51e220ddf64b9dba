import { expect } from '@playwright/test';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import {
  colleague,
  freshMobile,
  freshTracking,
  leave,
  plainSku,
  yearsAgo,
  type Colleague,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { countHands } from './support/hands.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** A client at the counter: two pieces, one payment over two means, one signature, one Enter (product/repair.md §15). */
const FEE = 180_00;

interface Brought {
  readonly rmaId: number;
  readonly reference: string;
  readonly number: string;
  readonly ids: readonly number[];
}

/** Two pieces back at the counter, one with a fee; a third one still in the workshop. */
async function brought(shop: Colleague): Promise<Brought> {
  const plain = { product_sku: await plainSku(shop), reasons: [1], invoice_number: 'PAPER-1' };
  const paid = { purchase_date: yearsAgo(5), maintenance_amount: FEE };
  const free = { purchase_date: yearsAgo(1), maintenance_amount: 0 };
  const items = [
    { ...plain, ...paid, total_weight: 4.12, images: [await shop.picture()] },
    { ...plain, ...free, total_weight: 3.02, images: [await shop.picture()] },
    { ...plain, ...free, total_weight: 3.02, images: [await shop.picture()] },
  ];
  const phone = freshMobile();
  const client = {
    firstname: 'Alice',
    lastname: `O’Brien ${phone}`,
    phone,
    phone_code: '+33',
  };
  const body = depositBody({}, { ...client, fulfilled_date: yearsAgo(1), items });
  const made = await shop.post<{
    id: number;
    public_reference: string;
    items: readonly { id: number; number: string }[];
  }>('/rma', body);
  const { id: rmaId, public_reference: reference } = made;
  const pieces = made.items.map(({ id: itemId, number }) => ({ rmaId, itemId, number, reference }));
  const ids = pieces.map(({ itemId }) => itemId);
  const factory = await colleague('factory');
  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  await leave(shop, pieces, freshTracking('TILL-OUT'), { sent: { destination: home.site?.id } });
  await factory.put('/rmastatus', { ids, rma_status_id: 3 });
  const ready = ids.slice(0, 2);
  for (const target of [4, 6, 12, 13]) await factory.put('/rmastatus', { ids: ready, rma_status_id: target });
  await leave(factory, pieces.slice(0, 2), freshTracking('TILL-BACK'), { sendPath: '/factorypackage' });
  await shop.put('/rmastatus', { ids: ready, rma_status_id: 15 });
  await shop.post('/rma/storage', { rma_item_ids: ready, safe: 'Safe 2', tray: 'Tray 14' });
  return { rmaId, reference, number: pieces[0]?.number ?? '', ids };
}

const statusesOf = async (shop: Colleague, rmaId: number) =>
  (await shop.get<{ items: readonly { rma_status_id: number }[] }>(`/rma/${rmaId}`)).items.map(
    ({ rma_status_id: status }) => status,
  );

test('a client collects two pieces: scan, split payment, one signature, one Enter', async ({ windows }) => {
  const by = await colleague('paris');
  const { rmaId, reference, ids } = await brought(by);
  const [first = 0, second = 0, third = 0] = ids;
  const shop = await windows.openAs('paris');
  await goTo(shop, '/pickup');
  await expectLive(shop);
  await expect(shop.getByTestId('pickup-start')).toBeVisible();
  await takePicture(shop, 'counter-start');

  await scanCode(shop, `https://atelier.test/customerStatus?rma_id=${reference}`);
  await expect(shop.getByTestId('pickup-client')).toContainText('Alice');
  for (const id of [first, second]) {
    await expect(shop.getByTestId(`pickup-tick-${id}`)).toBeChecked();
    await expect(shop.getByTestId(`pickup-piece-${id}`)).toContainText('Tray 14');
  }
  await expect(shop.getByTestId(`pickup-piece-${third}`)).toHaveCount(0);
  await expect(shop.getByTestId('due-EUR')).toContainText('180');
  await expect(shop.getByTestId('pickup-accept')).toHaveAttribute('aria-disabled', 'true');

  const hands = await countHands(shop);
  await shop.keyboard.press('1');
  await expect(shop.getByTestId('amount-1')).toBeFocused();
  await shop.keyboard.type('100', { delay: 90 });
  await expect(shop.getByTestId('left-EUR')).toContainText('80');
  await shop.keyboard.press('Enter');
  await shop.keyboard.press('2');
  await expect(shop.getByTestId('amount-2')).toBeFocused();
  await expect(shop.getByTestId('left-EUR')).toContainText('0.00');
  await shop.keyboard.press('Enter');
  await signOn(shop);
  await takePicture(shop, 'counter-ready');
  await expect(shop.getByTestId('pickup')).toHaveAttribute('data-ready', 'true');
  await shop.keyboard.press('Enter');
  await expect(shop.getByTestId('pickup-done')).toBeVisible();
  const { clicks, keys } = await hands();
  console.log(`a pickup of two pieces with a split payment: ${clicks} clicks, ${keys} keys`);
  // The one click is the signature's stroke.
  expect(clicks).toBeLessThanOrEqual(1);
  expect(keys).toBeLessThanOrEqual(8);
  expect(await statusesOf(by, rmaId)).toEqual([16, 16, 3]);
  const { payments } = await by.get<{ payments: readonly { means: string; amount: number }[] }>(
    `/rma/item?rma_item_id=${first}`,
  );
  expect(payments).toMatchObject([
    { means: 'card', amount: 100_00 },
    { means: 'cash', amount: 80_00 },
  ]);
  await shop.keyboard.press('Escape');
  await expect(shop.getByTestId('pickup-start')).toBeVisible();
});

test('a disputed piece stays with its reason, and another person signs for the other', async ({
  windows,
}) => {
  const by = await colleague('paris');
  const { rmaId, number, ids } = await brought(by);
  const [first = 0, second = 0] = ids;
  await by.post('/rma/hold', { rma_item_id: first, hold: 'dispute', reason: 'not as agreed' });
  const shop = await windows.openAs('paris', { viewport: { width: 390, height: 844 } });
  await shop.goto('/pickup');
  await expectLive(shop);
  await shop.getByTestId('pickup-search').fill(number);
  await shop.keyboard.press('Enter');
  await expect(shop.getByTestId(`pickup-tick-${first}`)).toBeDisabled();
  await expect(shop.getByTestId(`pickup-tick-${second}`)).toBeChecked();
  await shop.getByTestId('pickup-other').click();
  await shop.getByTestId('pickup-name').fill('Bruno Neighbour');
  await signOn(shop);
  const wide = await shop.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await takePicture(shop, 'counter-phone');
  await shop.getByTestId('pickup-accept').click();
  await expect(shop.getByTestId('pickup-done')).toContainText('Bruno Neighbour');
  expect(await statusesOf(by, rmaId)).toEqual([15, 16, 3]);
});
