import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  freshTracking,
  leave,
  type Colleague,
  type Deposited,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

const BENCHES = [3, 4, 6, 12, 13];

/** A piece of the Paris shop that the factory has repaired, and asks nothing for. */
async function repaired(paris: Colleague, factory: Colleague): Promise<Deposited> {
  const piece = await depositIn(paris);
  const sites = await paris.get<readonly { id: number; code: string }[]>('/site/list');
  const destination = sites.find((site) => site.code === 'FSZ')?.id;
  const tracking = `${freshTracking('IN')}-${piece.itemId}`;
  await leave(paris, [piece], tracking, { packed: { destination } });
  for (const target of BENCHES) await factory.move(piece.itemId, target);
  return piece;
}

test('a parcel goes to its client’s door, and the carrier’s proof ends the repair', async ({ windows }) => {
  const [paris, colleagueThere] = [await colleague('paris'), await colleague('factory')];
  const piece = await repaired(paris, colleagueThere);
  const tracking = freshTracking('DOOR');
  const [factory, shop] = [await windows.openAs('factory'), await windows.openAs('paris')];
  await goTo(factory, '/operation/14/LogisticsShipOut/?way=client');
  await expect(factory.getByTestId(`candidate-${piece.number}`)).toBeVisible();
  await scanCode(factory, tracking);
  await expect(factory.getByTestId('tracking')).toContainText(tracking);
  await scanCode(factory, piece.number);
  await expect(factory.getByTestId(`content-${piece.number}`)).toBeVisible();
  await expect(factory.getByTestId('destination')).toHaveText(/client/);
  await signOn(factory);
  await factory.getByTestId('send-package').click();
  await factory.getByTestId('confirm-accept').click();
  await expect(factory.getByTestId('sent-panel')).toBeVisible();

  await test.step('its shop has the proof and records it; the factory sees it arrive', async () => {
    await goTo(shop, `/readRma?id=${piece.rmaId}&work=1`);
    await shop.getByTestId('action-deliver').click();
    await shop.getByTestId('deliver-accept').click();
    await expect(shop.getByTestId('deliver-dialog')).toBeVisible();
    await shop.getByTestId('deliver-proof').fill('POD 55-1');
    await takePicture(shop, 'ship-out-1-proof');
    await shop.getByTestId('deliver-accept').click();
    await expect(shop.getByTestId('deliver-dialog')).toBeHidden();
    await expect(factory.getByTestId('package-state')).toHaveText(/received/);
    await expect(factory.getByTestId('deliver-package')).toHaveCount(0);
  });
});

test('several packages are shipped out at once, each with its own result', async ({ windows }) => {
  const [paris, there] = [await colleague('paris'), await colleague('factory')];
  const [first, second] = [await repaired(paris, there), await repaired(paris, there)];
  const [one, two] = [freshTracking('BATCH-A'), freshTracking('BATCH-B')];
  for (const [piece, tracking] of [
    [first, one],
    [second, two],
  ] as const) {
    await there.post('/rma/packagelist', { rma_item_ids: [piece.itemId], rma_tracking: tracking });
  }
  const factory = await windows.openAs('factory');
  await goTo(factory, '/operation/14/LogisticsShipOut/?batch=1');
  await expectLive(factory);
  await expect(factory.getByTestId(`batch-${one}`)).toBeVisible();
  await expect(factory.getByTestId('batch-send')).toHaveAttribute('aria-disabled', 'true');
  await scanCode(factory, one);
  await scanned(factory, one);
  await scanCode(factory, second.number);
  await scanned(factory, two);
  await signOn(factory);
  // Meanwhile a colleague finds the second piece missing: its package must stay, the other may go.
  await there.post('/rma/missing', { rma_item_ids: [second.itemId] });
  await factory.getByTestId('batch-send').click();
  await expect(factory.getByTestId(`batch-${one}`)).toHaveAttribute('data-result', 'sent');
  await expect(factory.getByTestId(`batch-${two}`)).not.toHaveAttribute('data-result', 'sent');
  await expect(factory.getByTestId(`batch-${two}`)).toContainText(/missing/i);
  await takePicture(factory, 'ship-out-2-batch');
});

async function scanned(page: Page, tracking: string): Promise<void> {
  await expect(page.getByTestId(`choose-${tracking}`)).toBeChecked();
}
