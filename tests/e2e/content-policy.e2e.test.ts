import { expect } from '@playwright/test';
import { watchPolicy } from './support/content-policy.ts';
import { test } from './support/test.ts';
import type { PersonName } from './support/windows.ts';

/** Every screen under the policy that the server sends; those of `everybody` are watched there. */
const ROUTES = {
  paris: ['/readRma', '/documentation/index'],
  factory: [
    '/operation/4/RepairProcess/',
    '/operation/18/MCToCN/',
    '/operation/19/IncomingCheck/',
    '/operation/nav',
    '/custody',
  ],
  admin: [
    '/operation/manage-user',
    '/operation/jobs',
    '/system/systemConfig',
    '/system/subReasonManage',
    '/system/importProduct',
    '/system/changes',
  ],
} as const satisfies Partial<Record<PersonName, readonly string[]>>;

for (const person of ['paris', 'factory', 'admin'] as const) {
  test(`no screen of ${person} needs more than the content policy allows`, async ({ windows }) => {
    test.setTimeout(120_000);
    const page = await windows.openAs(person);
    const refused = await watchPolicy(page);
    for (const path of ROUTES[person]) {
      await page.goto(path);
      await expect(page.locator('main').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    expect(refused).toEqual([]);
  });
}

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
