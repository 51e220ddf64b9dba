import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { goTo } from './support/windows.ts';

test('a call is found in the reference, with who may make it, an example and its answer', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await goTo(page, '/documentation#api');
  const search = page.getByTestId('api-search');
  await search.fill('put rmastatus');
  const call = page.locator('[data-call="putRmastatus"]');
  await call.locator('summary').press('Enter');
  const opened = call.getByTestId('api-call');
  await expect(opened).toContainText('Needs: ');
  await expect(opened.locator('pre').first()).toContainText('"rma_status_id"');
  await expect(opened.locator('pre')).toHaveCount(2);
  await search.fill('nothing like this');
  await expect(page.getByTestId('api-reference').getByRole('status')).toBeVisible();
});
