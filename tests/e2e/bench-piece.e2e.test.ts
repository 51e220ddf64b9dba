import { expect, type Page } from '@playwright/test';
import { colleague, expectStatus, type Deposited } from './support/caller.ts';
import { expectVerdict, onTheWay } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

const BENCH = '/operation/5/RepairPolish/';

/** A key that no scanner's burst follows; an open window has its own keys. */
async function press(page: Page, key: string): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('body').press(key);
}

async function scanned(page: Page): Promise<Deposited> {
  const factory = await colleague('warehouse');
  const [piece] = (await onTheWay(1)).pieces as [Deposited];
  for (const stage of [3, 4]) await factory.move(piece.itemId, stage);
  await goTo(page, BENCH);
  await expectLive(page);
  // The screen handles no scan before it is shown.
  await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
  await scanCode(page, piece.number);
  await expectVerdict(page, piece.number, 'accepted');
  return piece;
}

test('the piece on the bench is held, remarked on and given its stones by single keys, and an undone scan stays', async ({
  windows,
}) => {
  const page = await windows.openAs('warehouse');
  const piece = await scanned(page);
  const panel = page.getByTestId('bench-piece');

  await test.step('its panel says what was reported, what it weighs and where it goes', async () => {
    await expect(panel).toHaveAttribute('data-item', String(piece.itemId));
    await expect(panel.getByTestId('bench-reported')).toBeVisible();
    await expect(panel.getByTestId('bench-next')).toContainText('Polishing');
  });

  await test.step('C writes a remark; what is scanned meanwhile changes nothing', async () => {
    await press(page, 'c');
    await page.getByTestId('bench-comment-comment').fill('Claw 3 is thin.');
    await scanCode(page, 'PAR-999999');
    await expect(page.getByTestId('bench-comment-comment')).toHaveValue('Claw 3 is thin.');
    await page.getByTestId('bench-comment-accept').click();
    await expect(panel.getByTestId('bench-remark')).toContainText('Claw 3 is thin.');
  });

  await test.step('W weighs it', async () => {
    await press(page, 'w');
    await page.getByTestId('bench-weight-weight').fill('4.80');
    await page.getByTestId('bench-weight-accept').click();
    await expect(panel.getByTestId('bench-weights')).toContainText('4.8');
  });

  await test.step('S records stones by the scanned label of the stock, and a correction replaces them', async () => {
    await press(page, 's');
    await expect(page.getByTestId('part-code')).toBeVisible();
    await scanCode(page, 'D-1.20-VS');
    await expect(page.getByTestId('part-code')).toHaveValue('D-1.20-VS');
    await page.getByTestId('part-amount').fill('2');
    await page.getByTestId('bench-parts-used-accept').click();
    await expect(panel.getByTestId('parts-records')).toContainText('2 × D-1.20-VS');
    await press(page, 's');
    await page.getByTestId('parts-correct-1').click();
    await page.getByTestId('part-amount').fill('3');
    await page.getByTestId('bench-parts-used-accept').click();
    await expect(panel.getByTestId('parts-records')).toContainText('3 × D-1.20-VS');
    await expect(panel.getByTestId('parts-records')).not.toContainText('2 × D-1.20-VS');
  });

  await test.step('the code of the sheet asks for a hold, H releases it', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await scanCode(page, 'ATELIER-HOLD');
    await page.getByTestId('hold-stone').click();
    await page.getByTestId('hold-reason').fill('ordered, due Monday');
    await page.getByTestId('hold-accept').click();
    await expect(panel.getByTestId('bench-release')).toBeVisible();
    await press(page, 'h');
    await page.getByTestId('hold-reason').fill('it is here');
    await page.getByTestId('hold-accept').click();
    await expect(panel.getByTestId('bench-hold')).toBeVisible();
  });

  await test.step('an undone scan stays in the list, struck through, also after a reload', async () => {
    await press(page, 'u');
    const line = page.getByTestId(`line-${piece.number}`);
    await expect(line).toHaveAttribute('data-undone', 'true');
    await expect(line.getByTestId('undone-mark')).toContainText(/\d\d:\d\d/);
    await page.reload();
    await expect(line.getByTestId('undone-mark')).toContainText(/\d\d:\d\d/);
    await line.click();
  });

  await test.step('the page of the piece names its stones in the history, and the record that was replaced', async () => {
    await page.getByTestId('bench-open').click();
    const timeline = page.getByTestId('timeline-part');
    await expect(timeline.getByTestId('parts-entry').first()).toContainText('Stone D-1.20-VS: 3 pieces');
    await expect(timeline.getByTestId('parts-entry').first()).toContainText('Repair process');
    await expect(timeline.getByTestId('parts-corrects')).toContainText('Stone D-1.20-VS: 2 pieces');
    await expect(timeline.locator('[data-corrected]')).toHaveCount(1);
    await timeline.scrollIntoViewIfNeeded();
    await takePicture(page, 'parts-in-history');
  });
});

test('a piece that passed this bench is brought back by R with a reason, and U takes that back', async ({
  windows,
}) => {
  const factory = await colleague('warehouse');
  const [piece] = (await onTheWay(1)).pieces as [Deposited];
  for (const stage of [3, 4, 6, 7]) await factory.move(piece.itemId, stage);
  const page = await windows.openAs('warehouse');
  await goTo(page, BENCH);
  await expectLive(page);
  await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);

  await test.step('its verdict names the stage where it stands, and offers the way back', async () => {
    await scanCode(page, piece.number);
    await expectVerdict(page, piece.number, 'already_done');
    await expect(page.getByTestId('bench-elsewhere')).toContainText('Plating');
    await takePicture(page, 'bench-bring-back');
  });

  await test.step('R asks why; it comes back and stands in the list', async () => {
    await press(page, 'r');
    await page.getByTestId('back-accept').click();
    await expect(page.getByTestId('back-reason')).toHaveAttribute('aria-invalid', 'true');
    await page.getByTestId('back-reason').fill('the shoulder is scratched again');
    await page.getByTestId('back-accept').click();
    const line = page.getByTestId(`line-${piece.number}`);
    await expect(line.getByTestId('brought-back-mark')).toContainText(/\d\d:\d\d/);
    await expectStatus(factory, piece, 5);
    await expect(page.getByTestId('saved-strip')).toContainText(piece.number);
  });

  await test.step('U undoes it, and the list says so', async () => {
    await press(page, 'u');
    await expectStatus(factory, piece, 7);
    await expect(page.getByTestId(`line-${piece.number}`).getByTestId('undone-mark')).toBeVisible();
  });

  await test.step('on hold it is not offered, and the panel says why', async () => {
    await factory.post('/rma/hold', { rma_item_id: piece.itemId, hold: 'stone', reason: 'ordered' });
    await scanCode(page, piece.number);
    await expect(page.getByTestId('bring-back-refused')).toHaveAttribute('data-why', 'held');
    await expect(page.getByTestId('bring-back')).toHaveCount(0);
  });
});
