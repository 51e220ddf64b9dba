import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { colleague, depositIn } from './support/caller.ts';
import { watchPolicy } from './support/content-policy.ts';
import { test } from './support/test.ts';
import { goTo, type PersonName } from './support/windows.ts';

const PEOPLE = ['paris', 'factory', 'admin', 'auditor'] as const satisfies readonly PersonName[];
type Person = (typeof PEOPLE)[number];

/** Every main screen as different people need it: read aloud, in the dark, on a phone. */
interface Screen {
  readonly path: string;
  /** Test id of what must be there before one looks. */
  readonly shows: string;
}

const SCREENS: Readonly<Record<Person, readonly Screen[]>> = {
  paris: [
    { path: '/dashboard', shows: 'needs-you' },
    { path: '/dashboard?kiosk=1', shows: 'shop-wall' },
    { path: '/listRma', shows: 'rma-list' },
    { path: '/createRma', shows: 'deposit-steps' },
    { path: '/searchRma', shows: 'search-start' },
    { path: '/clientSearch', shows: 'client-box' },
    { path: '/preparePackage', shows: 'candidates' },
    { path: '/receivedpackage', shows: 'package-picker' },
    { path: '/insight', shows: 'turnaround-lead' },
    { path: '/insight/process', shows: 'process-lead' },
  ],
  factory: [
    { path: '/operation/dashboard', shows: 'board' },
    { path: '/operation/dashboard?kiosk=1', shows: 'kiosk' },
    { path: '/operation/listRma', shows: 'rma-list' },
    { path: '/operation/packages', shows: 'package-picker' },
    { path: '/receiveFromShop', shows: 'package-picker' },
    { path: '/sendToRepair', shows: 'scan-lines' },
    { path: '/operation/14/LogisticsShipOut/', shows: 'packing-page' },
    { path: '/savCheck', shows: 'sav-check' },
    { path: '/insight/flow', shows: 'flow-lead' },
    { path: '/insight/gold', shows: 'gold-page' },
    { path: '/insight/capacity', shows: 'capacity-page' },
    { path: '/insight/process', shows: 'process-lead' },
  ],
  admin: [
    { path: '/system/orderClear', shows: 'clearing-form' },
    { path: '/waivers', shows: 'waivers' },
    { path: '/operation/dashboard', shows: 'site-boards' },
    { path: '/insight', shows: 'turnaround-lead' },
    { path: '/insight/radar', shows: 'alarm-sentence' },
    { path: '/insight/what-if?warranty_years=1&ready_hours=24', shows: 'what-if-lead' },
    { path: '/insight/mail', shows: 'own-mail-page' },
    { path: '/system/reference', shows: 'reference-form' },
    { path: '/worker-list', shows: 'workers-list' },
    { path: '/workers-roles', shows: 'roles' },
  ],
  auditor: [
    { path: '/system/audit', shows: 'unusual-page' },
    { path: '/system/audit?view=feed', shows: 'audit-feed' },
    { path: '/system/audit?view=verify', shows: 'verify-start' },
    { path: '/system/audit/replay', shows: 'replay-words' },
    { path: '/insight/what-if', shows: 'what-if-unchanged' },
  ],
};
const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** What the remaining screens are held to without the whole examination. */
const REMAINING: Readonly<Record<Person, readonly Screen[]>> = {
  paris: [{ path: '/documentation', shows: 'documentation' }],
  factory: [
    { path: '/operation/19/IncomingCheck/', shows: 'scan-screen' },
    { path: '/operation/17/SAVCheckResult/', shows: 'scan-screen' },
    { path: '/receiveFromRepair', shows: 'scan-screen' },
    { path: '/operation/18/MCToCN/', shows: 'transfer-page' },
    { path: '/operation/nav', shows: 'nav-page' },
    { path: '/custody', shows: 'custody-page' },
  ],
  admin: [
    { path: '/system/systemConfig', shows: 'system-config' },
    { path: '/system/home', shows: 'system-home' },
    { path: '/operation/manage-user', shows: 'users-page' },
    { path: '/operation/manage-user?view=keys', shows: 'api-keys-page' },
    { path: '/system/subReasonManage', shows: 'subreasons-page' },
    { path: '/system/changes', shows: 'changes-page' },
    { path: '/system/exports', shows: 'log-exports-page' },
    { path: '/system/privacy', shows: 'privacy-page' },
    { path: '/operation/jobs', shows: 'jobs-screen' },
    { path: '/system/importProduct', shows: 'import-product' },
  ],
  auditor: [],
};

/** One main heading, no skipped level, and every part that scrolls can be scrolled by the keyboard. */
const STRUCTURE = ['page-has-heading-one', 'heading-order', 'scrollable-region-focusable'];

/** Serious and critical findings, each in a line that says where. In the dark only the colours are other ones. */
async function complaints(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = examine(page);
  return describe(colorScheme === 'dark' ? axe.withRules('color-contrast') : axe);
}

/**
 * Rows beyond the first few are drawn by the same code, and contrast is measured for every word: they would take most of
 * the time. In legacy mode the page is examined in place; the other mode is for frames of other origins. Of what passes a
 * rule nothing is written down.
 */
const examine = (page: Page): AxeBuilder =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .exclude('.card:nth-child(n + 4)')
    .exclude('tbody tr:nth-child(n + 7)');

async function describe(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || STRUCTURE.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Pixels that hang over the side, once the page has settled in a window of another size. */
async function overhang(page: Page): Promise<number> {
  const measure = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  // Not by waitForFunction: between two tries it evaluates a text, which the page's policy refuses.
  const settled = expect.poll(() => page.evaluate(measure), { timeout: 3_000 }).toBeLessThanOrEqual(0);
  await settled.catch(() => undefined);
  return page.evaluate(measure);
}

/** Buttons and links that stand beyond the side of their panel, where it does not scroll. */
function outsideTheirPanel(page: Page): Promise<string[]> {
  return page.locator('.panel').evaluateAll((panels) =>
    panels.flatMap((panel) => {
      const edge = panel.getBoundingClientRect();
      return [...panel.querySelectorAll('a, button')].flatMap((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        if (width === 0 || (left >= edge.left - 1 && right <= edge.right + 1)) return [];
        for (let at = control.parentElement; at !== null && at !== panel; at = at.parentElement)
          if (getComputedStyle(at).overflowX !== 'visible') return [];
        return [`${control.getAttribute('data-testid') ?? control.textContent} stands outside its panel`];
      });
    }),
  );
}

/** Pixels that hang over the side of a desk's window and of a phone's. */
async function overhangs(page: Page): Promise<string[]> {
  const found: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    // A finger's targets are wider than a mouse's.
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size === phone });
    const wide = await overhang(page);
    if (wide > 0) found.push(`${size.width} px: ${wide} px hang over`);
    for (const control of await outsideTheirPanel(page)) found.push(`${size.width} px: ${control}`);
  }
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  await page.setViewportSize(desk);
  return found;
}

/** Looks at a page in light, in dark and on a phone; answers what is wrong. */
async function lookAt(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await complaints(page, colorScheme)).map((line) => `${colorScheme} ${line}`));
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return [...found, ...(await overhangs(page))];
}

for (const name of PEOPLE) {
  test(`the screens of ${name} can be read aloud, in the dark and on a phone`, async ({ windows }) => {
    const page = await windows.openAs(name);
    const refused = await watchPolicy(page);
    // The watch begins with the next page; from there on screens open without another.
    await page.reload();
    await expect(page.getByTestId('sidebar')).toBeVisible();
    for (const { path, shows } of SCREENS[name]) {
      await test.step(path, async () => {
        await goTo(page, path);
        await expect(page.getByTestId(shows)).toBeVisible();
        await expect(page.locator('h1').first()).toBeVisible();
        expect.soft(await lookAt(page), path).toEqual([]);
      });
    }
    for (const { path, shows } of REMAINING[name]) {
      await test.step(path, async () => {
        await goTo(page, path);
        await expect(page.getByTestId(shows)).toBeVisible();
        await expect(page.locator('h1').first()).toBeVisible();
        const axe = examine(page).withRules(STRUCTURE);
        expect.soft([...(await describe(axe)), ...(await overhangs(page))], path).toEqual([]);
      });
    }
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  });
}

test('a repair’s page can be read aloud, in the dark and on a phone', async ({ windows }) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.openAs('paris');
  const refused = await watchPolicy(page);
  await page.goto(`/readRma?id=${piece.rmaId}&item=${piece.itemId}`);
  await expect(page.getByTestId('item-number')).toHaveText(piece.number);
  expect(await lookAt(page)).toEqual([]);
  expect(refused).toEqual([]);
});

test('the public pages can be read aloud, in the dark and on a phone', async ({ windows }) => {
  const piece = await depositIn(await colleague('paris'));
  const page = await windows.open();
  for (const [path, shows] of [
    ['/login', 'login-submit'],
    [`/customerStatus?rma_id=${piece.reference}`, 'sentence'],
    ['/customerStatus', 'lookup'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByTestId(shows)).toBeVisible();
    expect.soft(await lookAt(page), path).toEqual([]);
  }
});
