import { expect } from '@playwright/test';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import {
  colleague,
  depositIn,
  freshMobile,
  freshTracking,
  leave,
  plainSku,
  yearsAgo,
  type Colleague,
  type Deposited,
} from './support/caller.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** One client, several pieces, one signature, and money that goes back (product/repair.md §14, §15). */
const FEE = 300_00;
const LOWER = 180_00;

async function threePieces(shop: Colleague): Promise<Deposited[]> {
  const piece = {
    product_sku: await plainSku(shop),
    purchase_date: yearsAgo(5),
    maintenance_amount: FEE,
    invoice_number: 'PAPER-1',
    reasons: [1],
    total_weight: 3.2,
  };
  const items = await Promise.all([1, 2, 3].map(async () => ({ ...piece, images: [await shop.picture()] })));
  const body = depositBody({}, { fulfilled_date: yearsAgo(5), items });
  const created = await shop.post<{
    id: number;
    public_reference: string;
    items: readonly { id: number; number: string }[];
  }>('/rma', body);
  return created.items.map(({ id, number }) => ({
    rmaId: created.id,
    itemId: id,
    number,
    reference: created.public_reference,
  }));
}

/** Each piece is paid; the fee of the first becomes lower; all of them come back to the counter. */
async function backAtCounter(shop: Colleague, pieces: readonly Deposited[]): Promise<void> {
  const [first] = pieces;
  for (const { itemId } of pieces)
    await shop.post('/rma/payment', {
      rma_item_id: itemId,
      amount: FEE,
      currency: 'EUR',
      means: 'card',
      reference: 'T-1',
    });
  await (
    await colleague('admin')
  ).post('/rma/fee/override', {
    rma_item_id: first?.itemId,
    amount: LOWER,
    currency: 'EUR',
    reason: 'less work',
  });
  await throughTheWorkshop(shop, pieces);
}

/** To the factory and back, until each piece is ready for its client. */
async function throughTheWorkshop(shop: Colleague, pieces: readonly Deposited[]): Promise<void> {
  const factory = await colleague('factory');
  const sites = await shop.get<readonly { id: number; code: string }[]>('/site/list');
  const home = await factory.get<{ site?: { id: number } }>('/auth/session');
  const destination = home.site?.id ?? sites[0]?.id;
  await leave(shop, pieces, freshTracking('PICK-OUT'), { sent: { destination } });
  for (const target of [3, 4, 6, 12, 13])
    await factory.put('/rmastatus', { ids: pieces.map(({ itemId }) => itemId), rma_status_id: target });
  await leave(factory, pieces, freshTracking('PICK-BACK'), { sendPath: '/factorypackage' });
  await shop.put('/rmastatus', { ids: pieces.map(({ itemId }) => itemId), rma_status_id: 15 });
}

test('three pieces leave with one signature, once the money of one is refunded', async ({ windows }) => {
  const by = await colleague('paris');
  const pieces = await threePieces(by);
  await backAtCounter(by, pieces);
  const [first, second, third] = pieces;
  if (first === undefined || second === undefined || third === undefined) throw new Error('no pieces');

  const shop = await windows.openAs('paris');
  await goTo(shop, `/readRma?id=${first.rmaId}&item=${first.itemId}&work=1`);
  await expectLive(shop);
  await expect(shop.getByTestId('fee-toReturn')).toContainText('120');
  await expect(shop.getByTestId('next-step')).toContainText('120');
  await takePicture(shop, 'pickup-to-refund');

  // The mistyped reference of the payment is corrected first.
  await shop.getByTestId('correct-1').click();
  await shop.getByTestId('payment-reference').fill('T-2');
  await shop.getByTestId('correct-reason').fill('wrong terminal');
  await takePicture(shop, 'pickup-correct');
  await shop.getByTestId('correct-accept').click();
  await expect(shop.getByTestId('payment-1')).toContainText('T-2');

  await shop.getByTestId('action-hand_over').click();
  await expect(shop.getByTestId('handover-to-return')).toContainText('120');
  await takePicture(shop, 'pickup-asks');
  await shop.getByTestId('handover-refund').click();
  await expect(shop.getByTestId('payment-amount')).toHaveValue(/120/);
  await shop.getByTestId('refund-reason').fill('less work');
  await shop.getByTestId('refund-accept').click();
  await expect(shop.getByTestId('handover-to-return')).toBeHidden();

  await shop.getByTestId(`handover-also-${second.itemId}`).check();
  await shop.getByTestId(`handover-also-${third.itemId}`).check();
  await signOn(shop);
  await takePicture(shop, 'pickup-three');
  await shop.getByTestId('handover-accept').click();
  await expect(shop.getByTestId('handover-dialog')).toBeHidden();
  const rma = await by.get<{ items: readonly { rma_status_id: number }[] }>(`/rma/${first.rmaId}`);
  expect(rma.items.map(({ rma_status_id }) => rma_status_id)).toEqual([16, 16, 16]);
  await expect(shop.locator('[data-type=RefundRecorded]')).toHaveCount(1);
  await takePicture(shop, 'pickup-done');
});

test('two deposits of one client leave together, and what stays is offered from the other', async ({
  windows,
}) => {
  const by = await colleague('paris');
  const phone = freshMobile();
  const client = {
    firstname: 'Ariane',
    lastname: `Beside ${phone}`,
    phone,
    phone_code: '+33',
  };
  const first = await depositIn(by, client);
  const second = await depositIn(by, client);
  const third = await depositIn(by, client);
  await throughTheWorkshop(by, [first, second, third]);
  const shop = await windows.openAs('paris');
  const also = (piece: Deposited) => shop.getByTestId(`handover-also-${piece.itemId}`);
  const handOver = async (left: readonly Deposited[]): Promise<void> => {
    for (const piece of left) await also(piece).uncheck();
    await signOn(shop);
    await shop.getByTestId('handover-accept').click();
    await expect(shop.getByTestId('handover-dialog')).toBeHidden();
  };

  await test.step('the page of one piece offers all three, ticked', async () => {
    await goTo(shop, `/readRma?id=${first.rmaId}&item=${first.itemId}&work=1`);
    await expectLive(shop);
    await expect(shop.getByTestId('next-step')).toContainText('3');
    await expect(shop.getByTestId('action-hand_over')).toContainText('3');
    await shop.getByTestId('action-hand_over').click();
    for (const piece of [second, third]) await expect(also(piece)).toBeChecked();
    await takePicture(shop, 'pickup-client');
    await handOver([second, third]);
  });

  await test.step('the piece that is gone says that two more lie here, and hands one over', async () => {
    await expect(shop.getByTestId('rma-detail')).toHaveAttribute('data-status', '16');
    await expect(shop.getByTestId('ready-beside')).toContainText('2');
    await takePicture(shop, 'pickup-beside');
    await shop.getByTestId('hand-over-beside').click();
    await expect(shop.getByTestId('handover-dialog')).toBeVisible();
    await shop.keyboard.press('Escape');
  });

  await test.step('the list hands over the two that are selected', async () => {
    await goTo(shop, `/listRma?q=${encodeURIComponent(client.lastname)}`);
    for (const piece of [second, third]) await shop.getByTestId(`select-${piece.itemId}`).check();
    await shop.getByTestId('bulk-handover').click();
    await takePicture(shop, 'pickup-list');
    await handOver([]);
    for (const { rmaId } of [first, second, third]) {
      const { items } = await by.get<{ items: readonly { rma_status_id: number }[] }>(`/rma/${rmaId}`);
      expect(items.map(({ rma_status_id }) => rma_status_id)).toEqual([16]);
    }
  });
});

test('the window of a handover fits a phone, and reads from the right', async ({ windows }) => {
  const by = await colleague('paris');
  const pieces = await threePieces(by);
  await backAtCounter(by, pieces);
  const [first] = pieces;
  const shop = await windows.openAs('paris', { viewport: { width: 390, height: 844 } });
  await shop.goto(`/readRma?id=${first?.rmaId}&item=${first?.itemId}&work=1&language=ar`);
  await expectLive(shop);
  await shop.getByTestId('money-part').scrollIntoViewIfNeeded();
  await takePicture(shop, 'pickup-phone-money');
  await shop
    .getByTestId('action-hand_over')
    .or(shop.getByTestId('action-more'))
    .first()
    .scrollIntoViewIfNeeded();
  const direct = shop.getByTestId('action-hand_over');
  if (await direct.isVisible()) await direct.click();
  else {
    await shop.getByTestId('action-more').click();
    await shop.getByTestId('menu-action-hand_over').click();
  }
  await expect(shop.getByTestId('handover-to-return')).toBeVisible();
  await takePicture(shop, 'pickup-phone-asks');
  const wide = await shop.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});
