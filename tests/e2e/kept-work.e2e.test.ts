import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, freshTracking, sendOut, type Deposited } from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { goTo } from './support/windows.ts';

/** A package on its way to the warehouse, open at its receiver. */
async function packageOf(count: number): Promise<{ tracking: string; pieces: readonly Deposited[] }> {
  const paris = await colleague('paris');
  const pieces: Deposited[] = [];
  for (let index = 0; index < count; index += 1) pieces.push(await depositIn(paris));
  const tracking = freshTracking('KEPT');
  await sendOut(paris, pieces, tracking);
  return { tracking, pieces };
}

/** Opens the package, or what is left of it after a reload, and waits until it can be scanned. */
async function openPackage(page: Page, tracking: string): Promise<void> {
  await goTo(page, `/receiveFromShop?tracking=${tracking}`);
  await expect(page.getByTestId('scan-lines')).toBeVisible();
}

async function scan(page: Page, { number }: Deposited): Promise<void> {
  await scanCode(page, number);
  await expect(page.getByTestId('verdict')).toHaveAttribute('data-verdict', 'accepted');
}

const cause = (page: Page, name: string) => page.getByTestId(`cause-${name}`);

/** What the server knows as found. */
async function foundOf({ rmaId, itemId }: Deposited): Promise<string | undefined> {
  const warehouse = await colleague('warehouse');
  const rma = await warehouse.get<{ items: readonly { id: number; QualityInvestigate: string }[] }>(
    `/rma/${rmaId}`,
  );
  return rma.items.find(({ id }) => id === itemId)?.QualityInvestigate;
}

test('a cause chosen at a check survives a reload, is named before it is saved, and is what is saved', async ({
  windows,
}) => {
  const [{ tracking, pieces }, page] = await Promise.all([packageOf(2), windows.openAs('warehouse')]);
  const [chosen, other] = pieces as [Deposited, Deposited];
  await openPackage(page, tracking);
  await scan(page, chosen);
  await cause(page, 'Customers Issue').check();

  await page.reload();
  await expect(page.getByTestId('count-scanned')).toHaveText('1');
  await page.locator(`[data-row="${chosen.itemId}"]`).click();
  await expect(cause(page, 'Customers Issue')).toBeChecked();
  await expect(page.getByTestId('quality-note')).toContainText('kept on this device');

  await scan(page, other);
  await expect(page.getByTestId('scan-undo')).toContainText(other.number);
  await page.getByTestId('validate').click();
  const question = page.getByTestId('confirm-validate');
  await expect(question.getByTestId(`to-save-${chosen.number}`)).toContainText('Customer');
  await expect(question.getByTestId(`to-save-${other.number}`)).toContainText('Production Issue');
  await question.getByTestId('confirm-accept').click();
  await expect(question).toBeHidden();
  // What was saved has its undo beside its own names; the panel of the last scan has none of theirs.
  await expect(page.getByTestId('saved-strip')).toContainText(chosen.number);
  await expect(page.getByTestId('saved-strip')).toContainText(other.number);
  await expect(page.getByTestId('scan-undo')).toHaveCount(0);
  expect(await foundOf(chosen)).toBe('Customers Issue');
  expect(await foundOf(other)).toBe('Production Issue');
});

test('what was chosen for a piece goes with its scan when that is cleared', async ({ windows }) => {
  const [{ tracking, pieces }, page] = await Promise.all([packageOf(1), windows.openAs('warehouse')]);
  const [piece] = pieces as [Deposited];
  await openPackage(page, tracking);
  await scan(page, piece);
  await cause(page, 'Design Issue').check();
  await page.getByTestId('clear-all').click();
  await expect(page.getByTestId(`to-save-${piece.number}`)).toBeVisible();
  await page.getByTestId('confirm-clearAll').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('count-scanned')).toHaveText('0');
  await page.reload();
  await expect(page.getByTestId('scan-lines')).toBeVisible();
  await scan(page, piece);
  await expect(cause(page, 'Production Issue')).toBeChecked();
});
