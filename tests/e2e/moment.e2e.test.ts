import { expect } from '@playwright/test';
import { test } from './support/test.ts';

test('a past moment is chosen in the menu of the person, said over the screen and kept in the address', async ({
  windows,
}) => {
  const page = await windows.openAs('paris');
  await page.getByTestId('person').click();
  await page.getByTestId('menu-past').click();
  await page.getByTestId('moment-as-of').fill('2026-09-01T10:00:00');
  await page.getByTestId('moment-show').click();
  await expect(page.getByTestId('moment-words')).toBeVisible();
  await expect(page).toHaveURL(/as_of=2026-09-01T/);
  await expect(page.getByTestId('freshness')).toHaveCount(0);
});
