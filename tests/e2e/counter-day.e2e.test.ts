import { expect } from '@playwright/test';
import { colleague } from './support/caller.ts';
import { countHands } from './support/hands.ts';
import { clientWithTwo, fillPiece } from './support/known-client.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

// What two pieces of a known client take at the counter (product/deposit.md §13): clicks, keys and seconds are printed.

const MOST_HANDS = 40;
const MOST_TAPS = 16;

test('two pieces of a known client are taken in with at most forty keys and taps', async ({ windows }) => {
  const { customer, pieces } = await clientWithTwo(await colleague('paris'));
  const page = await windows.openAs('paris');
  await goTo(page, '/createRma');
  const [begun, hands] = [Date.now(), await countHands(page)];
  await page.getByTestId('customer-search').pressSequentially(customer.email?.slice(0, 6) ?? '');
  await page.getByTestId(`customer-search-hit-${customer.id}-`).click();
  for (const { order, line } of pieces)
    await page.getByTestId(`purchase-${order.invoice_no}-${line.line_no}`).check();
  await page.getByTestId('step-next').click();
  await fillPiece(page, 0);
  await fillPiece(page, 1);
  await page.getByTestId('step-next').click();
  await signOn(page);
  const { clicks, keys, clicked } = await hands();
  await page.getByTestId('create-submit').click();
  await expect(page.getByTestId('created-item')).toHaveCount(2);
  await takePicture(page, 'deposit-done');
  const pictures = 2;
  const seconds = Math.round((Date.now() - begun) / 1000);
  const taps = clicks + 1 + pictures;
  console.log(
    `a deposit of two pieces of a known client: ${taps} taps, ${keys} keys, ${seconds} s by a machine (${clicked.join(', ')})`,
  );
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  expect(taps + keys).toBeLessThanOrEqual(MOST_HANDS);
});
