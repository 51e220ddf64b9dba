import { expect, type Page } from '@playwright/test';
import { colleague, expectStatus, type Deposited } from './support/caller.ts';
import { expectVerdict, onTheWay, openPackage } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** Pieces that the warehouse has received, ready for the first bench. */
async function atTheWarehouse(count: number): Promise<readonly Deposited[]> {
  const warehouse = await colleague('warehouse');
  const { pieces } = await onTheWay(count);
  for (const { itemId } of pieces) await warehouse.move(itemId, 3);
  return pieces;
}

const line = (page: Page, { itemId }: Deposited) =>
  page.getByTestId('scan-lines').locator(`[data-row="${itemId}"]`);

/** The list draws what is in sight alone, and the newest piece stands at its end. */
async function bringIntoSight(page: Page, piece: Deposited): Promise<void> {
  await expect(async () => {
    await page.getByTestId('scan-lines').evaluate((lines) => {
      for (const box of [lines, ...lines.querySelectorAll('*')]) box.scrollTop = box.scrollHeight;
    });
    await expect(line(page, piece)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('a scan is received wherever the focus is, types into no field and submits nothing', async ({
  windows,
}) => {
  const [{ tracking, pieces }, page] = await Promise.all([onTheWay(3), windows.openAs('warehouse')]);
  const [first, second, third] = pieces as [Deposited, Deposited, Deposited];
  await openPackage(page, tracking, 3);

  await test.step('a burst inside a field is taken out of it', async () => {
    const field = page.getByTestId('manual-code');
    await field.fill('typed by hand');
    await field.focus();
    await scanCode(page, first.number);
    await expectVerdict(page, first.number, 'accepted');
    await expect(field).toHaveValue('typed by hand');
    await field.fill('');
  });

  await test.step('Enter presses no button that has the focus', async () => {
    await page.getByTestId('validate').focus();
    await scanCode(page, second.number);
    await expectVerdict(page, second.number, 'accepted');
    await expect(page.getByTestId('confirm-validate')).toHaveCount(0);
    await expect(page.getByTestId('count-scanned')).toHaveText('2');
  });

  await test.step('an impossible scan has a specific message, which stays until the next scan', async () => {
    await scanCode(page, first.number);
    await expectVerdict(page, first.number, 'already_done');
    await scanCode(page, 'PAR-999999');
    await expectVerdict(page, 'PAR-999999', 'unknown');
    await expect(page.getByTestId('verdict').getByRole('alert')).toBeVisible();
    const [stranger] = (await onTheWay(1)).pieces as [Deposited];
    await scanCode(page, stranger.number);
    await expectVerdict(page, stranger.number, 'wrong_package');
    await expect(page.getByTestId('count-scanned')).toHaveText('2');
  });

  await test.step('U takes the last scan back', async () => {
    await scanCode(page, third.number);
    await expectVerdict(page, third.number, 'accepted');
    await expect(page.getByTestId('count-scanned')).toHaveText('3');
    await page.locator('body').press('u');
    await expect(page.getByTestId('count-scanned')).toHaveText('2');
    await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'idle');
  });
});

test('scans made offline wait on the device, and are sent once there is contact', async ({ windows }) => {
  const [{ tracking, pieces }, page, other] = await Promise.all([
    onTheWay(2),
    windows.openAs('warehouse'),
    windows.openAs('warehouse'),
  ]);
  await openPackage(page, tracking, 2);
  await openPackage(other, tracking, 2);
  await page.context().setOffline(true);
  for (const { number } of pieces) {
    await scanCode(page, number);
    await expectVerdict(page, number, 'queued_offline');
  }
  await expect(page.getByTestId('queue-count')).toContainText('2');
  await expect(page.getByTestId('complete')).toBeDisabled();
  await expect(other.getByTestId('count-scanned')).toHaveText('0');

  await page.context().setOffline(false);
  await expect(page.getByTestId('queue-count')).toContainText('0');
  await expect(page.getByTestId('count-scanned')).toHaveText('2');
  await expect(other.getByTestId('count-scanned')).toHaveText('2');
  await expect(page.getByTestId('review-tray')).toHaveCount(0);
});

test('a second window doing the same move is notified, and nothing happens twice', async ({ windows }) => {
  const [pieces, one, other] = await Promise.all([
    atTheWarehouse(1),
    windows.openAs('warehouse'),
    windows.openAs('warehouse'),
  ]);
  const [piece] = pieces as [Deposited];
  for (const page of [one, other]) {
    await goTo(page, '/sendToRepair');
    await bringIntoSight(page, piece);
    await expectLive(page);
  }
  await scanCode(one, piece.number);
  await expectVerdict(one, piece.number, 'accepted');
  // The other window has it among the scans of this account without a reload.
  await expect(line(other, piece).getByTestId(`line-${piece.number}`)).toHaveAttribute(
    'data-scanned',
    'true',
  );

  // The other window has pressed already when the first one is done.
  const held = Promise.withResolvers<void>();
  await other.route('**/api/rmastatus', async (route) => {
    await held.promise;
    await route.continue();
  });
  await complete(other);
  await complete(one);
  await expect(one.getByTestId('confirm-complete')).toBeHidden();
  const warehouse = await colleague('warehouse');
  await expectStatus(warehouse, piece, 4);
  held.resolve();
  await expect(other.getByTestId('row-problems')).toContainText(piece.number);
  await expectStatus(warehouse, piece, 4);
});

async function complete(page: Page): Promise<void> {
  await page.getByTestId('complete').click();
  await page.getByTestId('confirm-complete').getByTestId('confirm-accept').click();
}
