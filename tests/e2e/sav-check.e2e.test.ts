import { expect } from '@playwright/test';
import { colleague } from './support/caller.ts';
import { onTheWay } from './support/inbound.ts';
import { scanCode } from './support/scanner.ts';
import { countHands } from './support/hands.ts';
import { test } from './support/test.ts';
import { expectLive, goTo } from './support/windows.ts';

/** The SAV check without a mouse (product/shipping.md §12). */
test('a package is checked by ticking its pieces, and a colleague sees it leave the list', async ({
  windows,
}) => {
  const { tracking, pieces } = await onTheWay(2);
  const [first, second] = pieces;
  if (first === undefined || second === undefined) throw new Error('no pieces');
  const warehouse = await colleague('warehouse');
  for (const { itemId } of pieces) await warehouse.move(itemId, 3);

  const page = await windows.openAs('warehouse');
  await goTo(page, `/savCheck?tracking=${tracking}`);
  await expectLive(page);
  const other = await windows.openAs('warehouse');
  await goTo(other, '/savCheck');
  await expect(other.getByTestId(`sav-choose-${tracking}`)).toBeVisible();

  await expect(page.getByTestId(`sav-row-${first.number}`)).toHaveAttribute('aria-current', 'true');
  await scanCode(page, second.number);
  await expect(page.getByTestId(`sav-row-${second.number}`)).toHaveAttribute('aria-current', 'true');
  // A scanner's keys are no hand's.
  const hands = await countHands(page);
  await page.keyboard.press('g');
  await expect(page.getByTestId(`sav-without-${second.number}`)).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('w');
  await expect(page.getByTestId(`sav-wrong-${first.number}`)).toBeChecked();
  await expect(page.getByTestId('sav-counts')).toHaveText(
    /1 wrong reason.*1 without warranty.*0 in order, of 2/,
  );

  await page.keyboard.press('Enter');
  const { clicks, keys } = await hands();
  console.log(`a package of two checked, both with a finding: ${clicks} clicks, ${keys} keys`);
  expect(clicks + keys).toBeLessThanOrEqual(6);
  await expect(page.getByTestId(`sav-choose-${tracking}`)).toHaveCount(0);
  await expect(other.getByTestId(`sav-choose-${tracking}`)).toHaveCount(0);
  const said = await warehouse.get<readonly object[]>(`/savcheck/piece?rma_item_id=${first.itemId}`);
  expect(said).toMatchObject([{ tracking_no: tracking, wrong_reason: true, no_warranty: false }]);
});
