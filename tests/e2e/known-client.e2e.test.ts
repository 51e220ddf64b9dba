import { expect } from '@playwright/test';
import { colleague, depositIn } from './support/caller.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';
import { newClient } from './support/new-client.ts';

/** A customer who was typed in at the counter comes again (product/deposit.md §5). */
const fresh = Date.now().toString(36);
const phone = { width: 390, height: 844 };
const WAIT = { timeout: 15_000 };

test('the form names the earlier deposits of an address, and the client is found where clients are searched', async ({
  windows,
}) => {
  const email = `iris.${fresh}@counter.test`;
  const paris = await colleague('paris');
  const made = await depositIn(paris, { email, firstname: 'Iris', lastname: `Comptoir${fresh}` });
  const page = await windows.openAs('paris', { viewport: phone });
  await goTo(page, '/createRma');
  await newClient(page);
  await page.getByTestId('email').fill(`IRIS.${fresh}@counter.test`);
  const notice = page.getByTestId('earlier-deposits');
  await expect(notice).toContainText('1', WAIT);
  await expect(notice.getByTestId('earlier-link')).toContainText('Iris');
  await notice.scrollIntoViewIfNeeded();
  await takePicture(page, 'earlier-deposits');

  await goTo(page, '/clientSearch');
  await page.getByTestId('client-box').fill(`comptoir${fresh}`);
  await page.getByTestId('client-results').getByText(`Iris Comptoir${fresh}`).click();
  await expect(page).toHaveURL(/readRma\?id=\d+/);

  // They come again with the same piece: a deposit like the earlier one, where what is weighed is asked again.
  await goTo(page, `/readRma?id=${made.rmaId}&item=${made.itemId}&work=1`);
  await page.getByTestId('action-more').click();
  await page.getByTestId('menu-action-copy').click();
  await expect(page.getByTestId('email')).toHaveValue(email, WAIT);
  await expect(page).toHaveURL(/createRma$/);
  await page.getByTestId('step-next').click();
  await expect(page.getByTestId('items.0.product_sku')).not.toHaveValue('');
  await expect(page.getByTestId('items.0.total_weight')).toHaveValue('');
});
