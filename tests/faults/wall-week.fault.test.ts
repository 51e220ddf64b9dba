import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { chromium, type Browser } from '@playwright/test';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { DEMO_PASSWORD } from '../../demo/accounts.ts';
import { chromiumFlags } from '../harness/chromium.ts';
import { captchaAnswer, startTestSystem, type TestSystem } from '../harness/system.ts';
import { ask, must, signIn, uploadPicture } from './support/caller.ts';
import { adminUrlOf } from './support/running-system.ts';
import {
  beforeClockChange,
  clockFacts,
  hasGrown,
  openWall,
  passHours,
  sizeOf,
  untilTone,
  type Size,
  type Wall,
} from './support/wall-week.ts';

/**
 * product/dashboard.md §5: a wall hangs for a week. Seven days of page time pass in minutes, over the change of summer time,
 * with work, lost connections, a restarted server and the end of the session of the person who hung it.
 */
const DAYS = 7;
const HOURS = 24 * DAYS;

let system: TestSystem;
let browser: Browser;
let pool: Pool;

beforeAll(async () => {
  system = await startTestSystem({ env: { RATE_LIMIT: '1000000' } });
  pool = openPool();
  browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });
});

const openPool = (): Pool => createPool({ connectionString: adminUrlOf(system), role: 'owner', max: 2 });

afterAll(async () => {
  await browser?.close();
  await pool?.end();
  await system?.remove();
});

async function hang(): Promise<Wall> {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    locale: 'en-GB',
    baseURL: system.url,
  });
  const page = await context.newPage();
  const wall = await openWall(page, beforeClockChange());
  await page.goto(`/login?backups=true&redirect=${encodeURIComponent('/dashboard?kiosk=1')}`);
  await page.getByTestId('email').fill('paris@demo.test');
  await page.getByTestId('password').fill(DEMO_PASSWORD);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await page.getByTestId('wall-pack-total').waitFor({ timeout: 60_000 });
  expect(await untilTone(page, 'live')).toBe(true);
  return wall;
}

/** A deposit at the counter of Paris. */
async function depositOne(): Promise<void> {
  const token = await signIn(system.url, 'paris');
  const { rows } = await pool.query<{ sku: string }>(
    'select sku from products where not is_gold order by sku limit 1',
  );
  const images = [await uploadPicture(system.url, token)];
  const bought = `${new Date().getUTCFullYear() - 1}-01-15`;
  const body = depositBody(
    { product_sku: rows[0]?.sku ?? '', purchase_date: bought, images },
    { fulfilled_date: bought },
  );
  must({ answer: await ask(system.url, token, { method: 'POST', path: '/rma', body }), failures: 0 });
}

async function figureOf(path: string): Promise<number> {
  const token = await signIn(system.url, 'paris');
  const { data } = must({ answer: await ask(system.url, token, { method: 'GET', path }), failures: 0 });
  return (data as { pack: { total: number } }).pack.total;
}

/** The server stops and starts again on the same port with the same data. */
async function restart({ page }: Wall): Promise<void> {
  const { port, dataFolder } = system;
  await pool.end();
  await system.stop();
  expect(await untilTone(page, 'stale')).toBe(true);
  system = await startTestSystem({ port, dataFolder, env: { RATE_LIMIT: '1000000' } });
  pool = openPool();
}

/** The session of the person who hung the wall, and every other person's, is over. */
const endPersons = () =>
  pool.query("update sessions set ends_at = created_at + interval '1 ms' where kind <> 'wall'");

async function cutOff({ page }: Wall, meanwhile: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await meanwhile();
  expect(await untilTone(page, 'stale')).toBe(true);
  expect(await page.locator('html').getAttribute('data-stale')).not.toBeNull();
  await page.context().setOffline(false);
}

/** What happens at which hour of the week. */
const EVENTS: Readonly<Record<number, (wall: Wall) => Promise<unknown>>> = {
  3: endPersons,
  10: depositOne,
  30: (wall) => cutOff(wall, depositOne),
  55: restart,
  58: depositOne,
  80: (wall) => cutOff(wall, () => Promise.resolve()),
  101: endPersons,
  103: (wall) => cutOff(wall, depositOne),
  130: restart,
  150: depositOne,
};

test('a shop’s wall hangs for a week: it always comes back alone, shows what is true and does not grow', async () => {
  const wall = await hang();
  const { page } = wall;
  const total = page.getByTestId('wall-pack-total');
  const sizes: Size[] = [];
  for (let hour = 1; hour <= HOURS; hour += 1) {
    await EVENTS[hour]?.(wall);
    expect([hour, await passHours(wall)]).toEqual([hour, true]);
    const { shown, expected } = await clockFacts(wall);
    expect([hour, ...shown]).toEqual([hour, ...expected]);
    if (hour % 24 !== 0) continue;
    const truth = String(await figureOf('/wall/shop'));
    await expect.poll(() => total.textContent(), { timeout: 20_000 }).toBe(truth);
    sizes.push(await sizeOf(wall));
  }
  const [first, last] = [sizes[0], sizes.at(-1)];
  console.log(`day 1 ${JSON.stringify(first)}, day ${DAYS} ${JSON.stringify(last)}`);
  expect(first !== undefined && last !== undefined && hasGrown(first, last)).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/dashboard');
}, 1_200_000);

test('read again in another language it is the same wall, mirrored', async () => {
  const wall = await hang();
  await wall.page.goto('/dashboard?kiosk=1&language=ar');
  await wall.page.getByTestId('wall-pack-total').waitFor();
  expect(await wall.page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await untilTone(wall.page, 'live')).toBe(true);
  for (let hour = 0; hour < 3; hour += 1) expect(await passHours(wall)).toBe(true);
});
