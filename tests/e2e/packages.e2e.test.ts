import { expect, type Page, type Route } from '@playwright/test';
import { colleague, depositIn, freshTracking, type Colleague, type Deposited } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

interface PackageStatus {
  readonly can_send: boolean;
  readonly shipment: { readonly id: number; readonly state: string; readonly signed: boolean };
}

const statusOf = (shop: Colleague, tracking: string): Promise<PackageStatus> =>
  shop.get<PackageStatus>(`/packagestatus?tracking_no=${tracking}`);

/** A shop packs, reads what is missing, sends; two people send at once; taken back, and sent again. */
test('a package from the empty box to the courier, in two windows', async ({ windows }) => {
  const paris = await colleague('paris');
  const pieces = [await depositIn(paris), await depositIn(paris), await depositIn(paris)];
  const tracking = freshTracking('PACK');
  const [one, two] = await Promise.all([windows.openAs('paris'), windows.openAs('paris')]);

  await test.step('three pieces are scanned in; the other window sees each of them', async () => {
    await goTo(one, `/preparePackage?tracking=${tracking}`);
    await expect(one.getByTestId('packing-page')).toBeVisible();
    for (const piece of pieces) await expect(one.getByTestId(`candidate-${piece.number}`)).toBeVisible();
    await scanIn(one, pieces.slice(0, 1));
    await goTo(two, `/preparePackage?tracking=${tracking}`);
    await expect(two.getByTestId(`content-${pieces[0]?.number}`)).toBeVisible();
    await expectLive(two);
    await scanIn(one, pieces.slice(1));
    for (const piece of pieces) await expect(two.getByTestId(`content-${piece.number}`)).toBeVisible();
  });

  await test.step('Send says why it is disabled, until nothing stops it', async () => {
    await expect(two.getByTestId('check-blocked').locator('[data-code="signature_required"]')).toBeVisible();
    await expect(two.getByTestId('send-package')).toHaveAttribute('aria-disabled', 'true');
    await one.getByTestId('seal-number').fill('S-4711');
    await one.getByTestId('gross-weight').fill('182,5');
    await one.getByTestId('seal-package').click();
    for (const page of [one, two]) await expect(page.getByTestId('sealed')).toContainText('S-4711');
    for (const page of [one, two]) {
      await signOn(page);
      await expect(page.getByTestId('check-ok')).toBeVisible();
      await expect(page.getByTestId('send-package')).not.toHaveAttribute('aria-disabled', 'true');
    }
    await takePicture(one, 'packages-1-ready');
  });

  await test.step('both send it at the same moment: it is sent once, and both windows show that it left', async () => {
    const together = meeting(2);
    for (const page of [one, two]) await page.route('**/api/saveSign', together);
    for (const page of [one, two]) await page.getByTestId('send-package').click();
    await Promise.all([one, two].map((page) => page.getByTestId('confirm-accept').click()));
    await expect.poll(async () => (await statusOf(paris, tracking)).shipment.state).toBe('Sent');
    for (const page of [one, two]) await expect(page.getByTestId('sent-panel')).toBeVisible();
  });
  const [winner, loser] = [one, two];
  await expect(loser.getByTestId('sent-panel').getByTestId('print-package')).toBeVisible();
  expect(await paris.get<readonly object[]>(`/getSignature?tracking_no=${tracking}`)).toHaveLength(1);
  await takePicture(loser, 'packages-2-was-faster');

  await test.step('it is taken back with a reason; the other window has the draft again', async () => {
    await winner.getByTestId('unsend-package').click();
    await winner.getByTestId('unsend-accept').click();
    await expect(winner.getByTestId('unsend-dialog')).toBeVisible();
    await winner.getByTestId('unsend-reason').fill('one piece was forgotten');
    await winner.getByTestId('unsend-accept').click();
    await expect(winner.getByTestId('unsend-dialog')).toBeHidden();
    for (const page of [winner, loser]) await expect(page.getByTestId('send-panel')).toBeVisible();
  });

  await test.step('it is sent again, with the signature it has, and handed to the carrier', async () => {
    await expect(loser.getByTestId('signed')).toBeVisible();
    await loser.getByTestId('send-package').click();
    await loser.getByTestId('confirm-accept').click();
    await expect(winner.getByTestId('sent-panel')).toBeVisible();
    await winner.getByTestId('pickup-package').click();
    await expect(winner.getByTestId('picked-up')).toBeVisible();
    await expect(winner.getByTestId('unsend-package')).toHaveCount(0);
    await takePicture(winner, 'packages-3-picked-up');
  });
});

test('a package gets another number; the old one still finds it', async ({ windows }) => {
  const paris = await colleague('paris');
  const piece = await depositIn(paris);
  const tracking = freshTracking('NUM');
  await paris.post('/rma/packagelist', { rma_item_ids: [piece.itemId], rma_tracking: tracking });
  const shop = await windows.openAs('paris');
  await goTo(shop, `/preparePackage?tracking=${tracking}`);
  await shop.getByTestId('package-more').click();
  await shop.getByTestId('package-menu').getByRole('menuitem').first().click();
  await shop.getByTestId('renumber-input').fill(`${tracking}-B`);
  await shop.getByTestId('renumber-accept').click();
  await expect(shop.getByTestId('tracking')).toContainText(`${tracking}-B`);
  await expect(shop.getByTestId('former-numbers')).toContainText(tracking);
  await goTo(shop, `/preparePackage?tracking=${tracking}`);
  await expect(shop.getByTestId('tracking')).toContainText(`${tracking}-B`);
  await expect(shop.getByTestId(`content-${piece.number}`)).toBeVisible();
});

async function scanIn(page: Page, pieces: readonly Deposited[]): Promise<void> {
  for (const { number } of pieces) {
    await scanCode(page, number);
    await expect(page.getByTestId(`content-${number}`)).toBeVisible();
  }
}

/** Holds calls back until so many have come, then lets all of them go. */
function meeting(count: number): (route: Route) => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return async (route) => {
    come += 1;
    if (come >= count) resolve();
    await promise;
    await route.continue();
  };
}
