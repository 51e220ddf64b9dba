import { expect, type Page } from '@playwright/test';

/** Opens the fields for a client whom no search finds. */
export async function newClient(page: Page): Promise<void> {
  await page.getByTestId('client-new').click();
  await expect(page.getByTestId('firstname')).toBeVisible();
}
