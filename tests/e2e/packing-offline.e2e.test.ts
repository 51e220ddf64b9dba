import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, freshTracking } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

const sendButton = (page: Page) => page.getByTestId('send-package');

/** A ring in the box that is on no list must not travel: its scan waits, is shown, and keeps Send disabled. */
test('a piece scanned into a package without a connection is added when it returns', async ({ windows }) => {
  const paris = await colleague('paris');
  const [first, second] = [await depositIn(paris), await depositIn(paris)];
  const tracking = freshTracking('OFF');
  const shop = await windows.openAs('paris');
  const context = shop.context();
  const line = (code: string) => shop.getByTestId(`unresolved-${code}`);
  const stranger = 'PAR-999999';

  await test.step('one piece lies in the package, and the courier has signed', async () => {
    await goTo(shop, `/preparePackage?tracking=${tracking}`);
    await expect(shop.getByTestId(`candidate-${second.number}`)).toBeVisible();
    await scanCode(shop, first.number);
    await expect(shop.getByTestId(`content-${first.number}`)).toBeVisible();
    await signOn(shop);
    await expect(sendButton(shop)).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('scans without a connection are shown, and keep Send and Seal disabled', async () => {
    await context.setOffline(true);
    await scanCode(shop, second.number);
    await expect(line(second.number)).toHaveAttribute('data-state', 'waiting');
    await scanCode(shop, stranger);
    await expect(line(stranger)).toHaveAttribute('data-state', 'waiting');
    await expect(sendButton(shop)).toHaveAttribute('aria-disabled', 'true');
    await expect(shop.getByTestId('seal-package')).toBeDisabled();
    await takePicture(shop, 'packing-offline-1');
  });

  await test.step('they are still there after the page was loaded again', async () => {
    await context.setOffline(false);
    await shop.route('**/api/rma/packagelist', (route) =>
      (route.request().postData() ?? '').includes('rma_item_ids') ? route.abort() : route.continue(),
    );
    await shop.route(/\/api\/rma\?/, (route) => route.abort());
    await shop.reload();
    await expect(line(second.number)).toBeVisible();
    await signOn(shop);
    await expect(sendButton(shop)).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('with the connection the piece is added, and what is refused stays until it is removed', async () => {
    await shop.unrouteAll();
    await shop.getByTestId('unresolved-send').click();
    await expect(shop.getByTestId(`content-${second.number}`)).toBeVisible();
    await expect(line(second.number)).toHaveCount(0);
    await expect(line(stranger)).toHaveAttribute('data-state', 'refused');
    await expect(sendButton(shop)).toHaveAttribute('aria-disabled', 'true');
    await takePicture(shop, 'packing-offline-2');
    await shop.getByTestId(`unresolved-remove-${stranger}`).click();
    await expect(sendButton(shop)).not.toHaveAttribute('aria-disabled', 'true');
  });
});

/** The basket of the package forwarding goes by the same queue. */
test('a piece scanned into the transfer basket without a connection keeps the basket from leaving', async ({
  windows,
}) => {
  const warehouse = await windows.openAs('warehouse');
  await goTo(warehouse, '/operation/18/packageForwarding');
  await expect(warehouse.getByTestId('transfer-page')).toBeVisible();
  await expectLive(warehouse);
  await warehouse.getByTestId('factory').getByRole('button').first().click();
  await warehouse.context().setOffline(true);
  await scanCode(warehouse, 'PAR-999998');
  const line = warehouse.getByTestId('unresolved-PAR-999998');
  await expect(line).toHaveAttribute('data-state', 'waiting');
  await warehouse.context().setOffline(false);
  await expect(line).toHaveAttribute('data-state', 'refused');
  await expect(warehouse.getByTestId('send-transfer')).toHaveAttribute('aria-disabled', 'true');
  await takePicture(warehouse, 'packing-offline-3');
  await warehouse.getByTestId('unresolved-remove-PAR-999998').click();
  await expect(line).toHaveCount(0);
});
