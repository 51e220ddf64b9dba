import { expect, test } from '@playwright/test';

test('an unknown visitor lands on the sign-in page, which opens without a complaint', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/operation/dashboard?stage=4');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByRole('textbox', { name: /email/i })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(complaints).toEqual([]);
});
