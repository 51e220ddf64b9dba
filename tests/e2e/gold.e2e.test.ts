import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { colleague, type Deposited } from './support/caller.ts';
import { expectVerdict, onTheWay } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/** Weights from bench to bench: what is missing is pinned to the bench at which it went. */

const POLISHING = '/operation/5/RepairPolish/';

/** A piece of 3.200 g that the repair bench took over at that weight. */
async function atBench(): Promise<Deposited> {
  const factory = await colleague('warehouse');
  const [piece] = (await onTheWay(1)).pieces as [Deposited];
  await factory.move(piece.itemId, 3, { weight: 3.2 });
  await factory.move(piece.itemId, 4, { weight: 3.2 });
  return piece;
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('tbody tr:nth-child(n + 7)')
    .analyze();
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('a bench weighs with scrap, and the ledger pins what is missing to it', async ({ windows }) => {
  const piece = await atBench();
  const page = await windows.openAs('warehouse');

  await test.step('the scale’s number and the scrap are typed at the bench', async () => {
    await goTo(page, POLISHING);
    await expectLive(page);
    await expect(page.getByTestId('count-expected')).toHaveText(/^[1-9]/);
    await scanCode(page, piece.number);
    await expectVerdict(page, piece.number, 'accepted');
    await page.locator('body').press('w');
    await page.getByTestId('bench-weight-weight').fill('2.380');
    await page.getByTestId('bench-weight-scrap').fill('2 0');
    await page.getByTestId('bench-weight-accept').click();
    await expect(page.getByRole('dialog')).toContainText('or leave it empty');
    await page.getByTestId('bench-weight-scrap').fill('0.02');
    await takePicture(page, 'gold-bench');
    await page.getByTestId('bench-weight-accept').click();
    await expect(page.getByTestId('bench-weights')).toContainText('2.38');
  });

  await test.step('the ledger adds up, and names the bench', async () => {
    await goTo(page, '/insight/gold?weeks=4');
    await expect(page.getByTestId('equation-in')).toContainText('g');
    const pin = page.getByTestId(`pin-${piece.number}`);
    await expect(pin).toContainText('−0.800', { timeout: 20_000 });
    await expect(pin).toContainText('Repair');
    await pin.click();
    await expect(page).toHaveURL(/difference=/);
    await expect(page.getByTestId('gold-span')).toContainText('It arose here');
    await page.getByTestId('figure-gold-months').scrollIntoViewIfNeeded();
    await expect(page.locator('.figure-gold-months svg.recharts-surface')).toBeVisible();
    await takePicture(page, 'gold');
    await page.getByTestId('gold-span').scrollIntoViewIfNeeded();
    await takePicture(page, 'gold-span');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('it is explained, and its bench opens its weighings', async () => {
    await page.getByTestId('span-explain').click();
    await page.getByTestId('explain-other').click();
    await page.getByTestId('explain-accept').click();
    await expect(page.getByRole('dialog')).toContainText('in a few words');
    await page.getByTestId('explain-note').fill('A pearl was taken off.');
    await page.getByTestId('explain-accept').click();
    await expect(page.getByTestId(`pin-${piece.number}`)).toContainText('explained', { timeout: 20_000 });
    await page.getByTestId('bench-20-bench-4').click();
    await expect(page.getByTestId('intervals-rows')).toContainText(piece.number);
    await takePicture(page, 'gold-intervals');
    await page.keyboard.press('Escape');
  });

  await test.step('its mark opens the piece, whose ledger says the same', async () => {
    await page.getByTestId('span-open').click();
    await expect(page.getByTestId('rma-detail')).toBeVisible();
    const weights = page.getByTestId('weights-part');
    await expect(weights).toContainText('−0.800');
    await expect(weights).toContainText('A pearl was taken off.');
    await weights.scrollIntoViewIfNeeded();
    await takePicture(page, 'gold-piece');
  });
});

test('the ledger is read on a phone, in the dark and from the right', async ({ windows }) => {
  const page = await windows.openAs('factory');
  await goTo(page, '/insight/gold');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTestId('equation-in')).toBeVisible();
  await expect(page.getByTestId('gold-benches-rows')).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await takePicture(page, 'gold-phone');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'gold-dark');
  expect(await violations(page)).toEqual([]);
  await page.getByTestId('figure-gold-months').scrollIntoViewIfNeeded();
  await takePicture(page, 'gold-dark-months');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByTestId('language').click();
  await page.getByTestId('menu-ar').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('figure-gold-months').locator('svg.recharts-surface')).toBeVisible();
  await takePicture(page, 'gold-arabic');
  await page.getByTestId('figure-gold-months').scrollIntoViewIfNeeded();
  await takePicture(page, 'gold-arabic-months');
});
