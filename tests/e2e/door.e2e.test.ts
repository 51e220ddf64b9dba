import { expect } from '@playwright/test';
import { colleague, expectStatus, freshTracking, readyPiece } from './support/caller.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** Earrings are many, a ring is one. */
const ON_ITS_WAY = /on (its|their) way back to you/u;

/** The client asks for delivery while the piece lies in the shop, which sends it to them (decisions/0245). */
test('a client asks for delivery: the shop sends the piece, takes it back once, and records the delivery', async ({
  windows,
}) => {
  const piece = await readyPiece();
  const { itemId, number, reference, rmaId } = piece;
  const paris = await colleague('paris');
  const client = await windows.open({ viewport: { width: 390, height: 844 } });
  const shop = await windows.openAs('paris');

  await test.step('the client chooses delivery on their page', async () => {
    await client.goto(`/customerStatus?rma_id=${reference}`);
    await client.getByTestId('collect-change').click();
    await client.getByTestId('collect-delivery').check();
    await client.getByTestId('collect-go').click();
    await expect(client.getByTestId('collect')).toHaveAttribute('data-kind', 'delivery');
  });

  await test.step('a clerk finds the choice at the piece and prepares the parcel', async () => {
    await goTo(shop, `/listRma?rma=${rmaId}&item=${itemId}`);
    await expectLive(shop);
    await expect(shop.getByTestId('collection-wish')).toHaveAttribute('data-wish', 'delivery.back');
    await takePicture(shop, 'door-detail');
    await shop.getByTestId(`send-${itemId}`).click();
    await expect(shop.getByTestId('packing-page')).toHaveAttribute('data-order-type', '4');
  });

  const first = freshTracking('DOOR');
  await test.step('the shop packs, signs and sends it', async () => {
    await shop.getByTestId('tracking-input').fill(first);
    await shop.getByTestId('tracking-input').press('Enter');
    await expect(shop.getByTestId(`candidate-${number}`)).toBeVisible();
    await takePicture(shop, 'door-packing');
    const wide = shop.viewportSize();
    await shop.setViewportSize({ width: 390, height: 844 });
    const ways = await shop.getByTestId('way').boundingBox();
    expect((ways?.x ?? 0) + (ways?.width ?? 999)).toBeLessThan(390);
    await takePicture(shop, 'door-packing-390');
    if (wide !== null) await shop.setViewportSize(wide);
    await shop.getByTestId('add-selected').click();
    await expect(shop.getByTestId('destination')).toBeVisible();
    await signOn(shop);
    await expect(shop.getByTestId('send-package')).not.toHaveAttribute('aria-disabled', 'true');
    await shop.getByTestId('send-package').click();
    await shop.getByTestId('confirm-accept').click();
    await expect(shop.getByTestId('sent-panel')).toBeVisible();
    await takePicture(shop, 'door-sent');
  });

  await test.step('the client reads that it is on its way, with the carrier’s number', async () => {
    await client.goto(`/customerStatus?rma_id=${reference}`);
    await expect(client.getByTestId('sentence')).toContainText(ON_ITS_WAY);
    await expect(client.getByText(first)).toBeVisible();
    await takePicture(client, 'door-customer');
  });

  await test.step('the carrier brings it back: it is ready in the shop again', async () => {
    await shop.getByTestId('package-returned').click();
    await shop.getByTestId('returned-accept').click();
    await expect(shop.getByTestId('package-returned')).toHaveCount(0);
    await client.goto(`/customerStatus?rma_id=${reference}`);
    await expect(client.getByTestId('sentence')).not.toContainText(ON_ITS_WAY);
  });

  await test.step('the second parcel arrives', async () => {
    const second = freshTracking('DOOR');
    for (const [path, body] of [
      ['/rma/packagelist', { rma_item_ids: [itemId], rma_tracking: second, order_type: 4, to_client: true }],
      [
        '/saveSign',
        {
          kind: 'courier',
          tracking_no: second,
          strokes: [
            [
              [1, 1],
              [2, 2],
            ],
          ],
        },
      ],
      ['/storepackage', { tracking_no: second }],
    ] as const)
      await paris.post(path, body);
    await goTo(shop, `/preparePackage?tracking=${second}`);
    await shop.getByTestId('deliver-package').click();
    await shop.getByTestId('deliver-proof').fill('POD-77');
    await shop.getByTestId('deliver-accept').click();
    await expect(shop.getByTestId('deliver-package')).toHaveCount(0);
    await expectStatus(paris, piece, 16);
  });
});
