import { expect } from '@playwright/test';
import { watchPolicy } from './support/content-policy.ts';
import { test } from './support/test.ts';

/** That no screen needs more than the policy allows is watched where every screen is walked (`everybody`). */
test('what slips into a page is neither run nor painted', async ({ windows }) => {
  const page = await windows.openAs('paris');
  const refused = await watchPolicy(page);
  await page.goto('/dashboard');
  await expect(page.locator('main').first()).toBeVisible();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.body.append(script, style);
  });
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(2);
  await expect(page.locator('main').first()).toBeVisible();
  expect(await page.title()).not.toBe('taken over');
});
