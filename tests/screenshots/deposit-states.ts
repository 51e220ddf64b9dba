import { expect, type Locator, type Page } from '@playwright/test';
import { photo } from '../../demo/history/pictures.ts';
import { createRandom } from '../../demo/reference/random.ts';
import { signOn } from '../e2e/support/signing.ts';

/** How far a deposit at the counter goes before its picture is taken. Each begins with an empty form. */

/** Old enough that the exchange survey asks nothing; platinum, so no gold parts are asked for. */
const SOLD = { keyword: `INV-PAR-${new Date().getFullYear() - 1}`, sku: '-PT' } as const;

async function clickIfThere(target: Locator): Promise<boolean> {
  const isThere = (await target.count()) > 0;
  if (isThere) await target.first().click();
  return isThere;
}

/** An earlier picture of this window leaves its draft. */
async function clearDraft(page: Page): Promise<void> {
  await expect(page.getByTestId('step-next').or(page.getByTestId('create-submit')).first()).toBeVisible();
  if (await clickIfThere(page.getByTestId('create-clear')))
    await page.getByTestId('confirm-clear').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('client-new')).toBeVisible();
}

/** A sold piece with its weight, reasons, picture and fee. */
async function fillPiece(page: Page): Promise<void> {
  await clearDraft(page);
  await page.getByTestId('customer-search').fill(SOLD.keyword);
  await page.locator('[data-testid^="order-search-hit-"]').filter({ hasText: SOLD.sku }).first().click();
  await expect(page.getByTestId('client-card')).toBeVisible();
  await page.getByTestId('step-next').click();
  await page.getByTestId('items.0.total_weight').fill('4.82');
  await page.getByTestId('items.0.reason-1').check();
  await addPhoto(page);
  await giveReasonToComeBack(page);
  const fee = page.getByTestId('items.0.maintenance_amount');
  if ((await fee.count()) > 0 && (await fee.inputValue()) === '') await fee.fill('80');
}

async function addPhoto(page: Page): Promise<void> {
  const buffer = photo('ring', 'PT', createRandom(0, 'screenshots'));
  const file = { name: 'piece.png', mimeType: 'image/png', buffer };
  await page.getByTestId('items.0.images-choose-input').setInputFiles(file);
  await expect(page.getByTestId('items.0.images').getByTestId('image-open')).toHaveCount(1);
}

/** A piece that was here before is asked why it comes again. */
async function giveReasonToComeBack(page: Page): Promise<void> {
  const before = page.getByTestId('items.0.repaired-before');
  await before.waitFor({ timeout: 2_000 }).catch(() => undefined);
  if ((await before.count()) > 0 && !(await before.isChecked())) await before.check();
  await clickIfThere(page.getByTestId('items.0.renew-new_defect'));
}

/** Step 2: the piece with all that is asked of it. */
export async function describePiece(page: Page): Promise<void> {
  await fillPiece(page);
  await page.evaluate(() => scrollTo(0, 0));
}

/** The marks of its condition, two on the picture. */
export async function markCondition(page: Page): Promise<void> {
  await fillPiece(page);
  await page.getByTestId('items.0.mark').click();
  const picture = page.getByTestId('mark-canvas').locator('img');
  await expect(picture).toBeVisible();
  for (const [index, words] of ['Claw bent outwards', 'Two scratches, 6 mm'].entries()) {
    const box = await picture.boundingBox();
    if (box === null) throw new Error('there is no picture to mark');
    const place = 0.3 + index * 0.4;
    await page.mouse.click(box.x + box.width * place, box.y + box.height * place);
    await page.getByTestId(`mark-text-${index}`).fill(words);
  }
}

/** Step 3: what the client reads and signs. */
export async function showForSigning(page: Page): Promise<void> {
  await fillPiece(page);
  await page.getByTestId('step-next').click();
  await expect(page.getByTestId('left-0')).toBeVisible();
}

/** The deposit is taken: what is printed, and what comes next. */
export async function finishDeposit(page: Page): Promise<void> {
  await showForSigning(page);
  await signOn(page);
  await page.getByTestId('create-submit').click();
  await expect(page.getByTestId('created')).toBeVisible();
}
