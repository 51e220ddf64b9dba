import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import type { PersonName } from './support/windows.ts';

/** Every screen under the policy that the server sends: nothing inline, nothing evaluated, nothing from elsewhere. */
const ROUTES: Readonly<Partial<Record<PersonName, readonly string[]>>> = {
  paris: [
    '/dashboard',
    '/listRma',
    '/createRma',
    '/readRma',
    '/searchRma',
    '/clientSearch',
    '/preparePackage',
    '/receivedpackage',
    '/documentation/index',
  ],
  factory: [
    '/operation/dashboard',
    '/operation/dashboard?kiosk=1',
    '/operation/listRma',
    '/operation/packages',
    '/receiveFromShop',
    '/sendToRepair',
    '/operation/4/RepairProcess/',
    '/operation/14/LogisticsShipOut/',
    '/operation/18/MCToCN/',
    '/operation/19/IncomingCheck/',
    '/savCheck',
    '/operation/nav',
    '/custody',
  ],
  admin: [
    '/worker-list',
    '/workers-roles',
    '/operation/manage-user',
    '/operation/jobs',
    '/system/systemConfig',
    '/system/orderClear',
    '/system/subReasonManage',
    '/system/importProduct',
    '/system/reference',
    '/waivers',
  ],
};

/** What the browser refused because of the policy, with the screen it was refused on. */
async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction('policyRefused', (what: string) => refused.push(`${page.url()} ${what}`));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(window, 'policyRefused');
      if (typeof tell === 'function') tell(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    }),
  );
  return refused;
}

for (const person of ['paris', 'factory', 'admin'] as const) {
  test(`no screen of ${person} needs more than the content policy allows`, async ({ windows }) => {
    test.setTimeout(120_000);
    const page = await windows.openAs(person);
    const refused = await watchPolicy(page);
    for (const path of ROUTES[person] ?? []) {
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
