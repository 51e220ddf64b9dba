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

interface Place {
  readonly who: 'paris' | 'factory';
  readonly path: string;
  readonly zone: string;
  /** Whether the date stands beside the clock. */
  readonly hasDay: boolean;
  /** What stands there once the wall is drawn. */
  readonly drawn: string;
}

const SHOP: Place = {
  who: 'paris',
  path: '/dashboard',
  zone: 'Europe/Paris',
  hasDay: true,
  drawn: 'wall-pack-total',
};
const FLOOR: Place = {
  who: 'factory',
  path: '/operation/dashboard',
  zone: 'Asia/Shanghai',
  hasDay: false,
  drawn: 'wall-facts',
};

async function hang({ who, path, drawn }: Place): Promise<Wall> {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    locale: 'en-GB',
    baseURL: system.url,
  });
  const page = await context.newPage();
  const wall = await openWall(page, beforeClockChange());
  await page.goto(`/login?backups=true&redirect=${encodeURIComponent(`${path}?kiosk=1`)}`);
  await page.getByTestId('email').fill(`${who}@demo.test`);
  await page.getByTestId('password').fill(DEMO_PASSWORD);
  await page.getByTestId('captcha').fill(captchaAnswer);
  await page.getByTestId('login-submit').click();
  await page.getByTestId(drawn).waitFor({ timeout: 60_000 });
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

/** One piece goes on at a bench of the factory. */
async function workOne(): Promise<void> {
  const token = await signIn(system.url, 'factory');
  const read = { method: 'GET', path: '/operationrma?status=5&page_size=1' } as const;
  const { data } = must({ answer: await ask(system.url, token, read), failures: 0 });
  const [piece] = data as readonly { id: number }[];
  if (piece === undefined) throw new Error('the demo has pieces at that bench');
  const body = { ids: [piece.id], rma_status_id: 6 };
  must({
    answer: await ask(system.url, token, { method: 'PUT', path: '/rmastatus', body }),
    failures: 0,
  });
}

/** The shop's pieces to pack, by the server and on the wall. */
async function packing({ page }: Wall) {
  const token = await signIn(system.url, SHOP.who);
  const read = { method: 'GET', path: '/wall/shop' } as const;
  const { data } = must({ answer: await ask(system.url, token, read), failures: 0 });
  const truth = [String((data as { pack: { total: number } }).pack.total)];
  return { truth, shown: [await page.getByTestId('wall-pack-total').textContent()] };
}

interface Column {
  readonly rma_status_id: number;
  readonly count: number;
}

/** The counts of the stages on the page that the floor's wall has turned to, by the server and on the wall. */
async function stages({ page }: Wall) {
  const token = await signIn(system.url, FLOOR.who);
  const read = { method: 'GET', path: '/dashboard/board' } as const;
  const { data } = must({ answer: await ask(system.url, token, read), failures: 0 });
  const { columns } = data as { columns: readonly Column[] };
  const lanes = await page
    .locator('[data-testid^=lane-count-]')
    .evaluateAll((found) =>
      found.map((lane) => ({ id: lane.getAttribute('data-testid') ?? '', count: lane.textContent ?? '' })),
    );
  const countOf = (id: string) =>
    columns.find(({ rma_status_id: status }) => id === `lane-count-${status}`)?.count ?? 0;
  return {
    truth: lanes.map(({ id }) => `${id} ${countOf(id)}`),
    shown: lanes.map(({ id, count }) => `${id} ${count}`),
  };
}

/** The server stops and starts again on the same port with the same data. */
async function restart(walls: readonly Wall[]): Promise<void> {
  const { port, dataFolder } = system;
  await pool.end();
  await system.stop();
  for (const { page } of walls) expect(await untilTone(page, 'stale')).toBe(true);
  system = await startTestSystem({ port, dataFolder, env: { RATE_LIMIT: '1000000' } });
  pool = openPool();
}

/** The session of the person who hung the wall, and every other person's, is over. */
const endPersons = () =>
  pool.query("update sessions set ends_at = created_at + interval '1 ms' where kind <> 'wall'");

async function cutOff(walls: readonly Wall[], meanwhile: () => Promise<void>): Promise<void> {
  for (const { page } of walls) await page.context().setOffline(true);
  await meanwhile();
  for (const { page } of walls) {
    expect(await untilTone(page, 'stale')).toBe(true);
    expect(await page.locator('html').getAttribute('data-stale')).not.toBeNull();
    await page.context().setOffline(false);
  }
}

const workBoth = async (): Promise<void> => {
  await depositOne();
  await workOne();
};

/** What happens at which hour of the week. */
const EVENTS: Readonly<Record<number, (walls: readonly Wall[]) => Promise<unknown>>> = {
  3: endPersons,
  10: workBoth,
  30: (walls) => cutOff(walls, workBoth),
  55: restart,
  58: workBoth,
  80: (walls) => cutOff(walls, () => Promise.resolve()),
  101: endPersons,
  103: (walls) => cutOff(walls, workBoth),
  130: restart,
  150: workBoth,
};

interface Hung extends Place {
  readonly wall: Wall;
  readonly figures: (wall: Wall) => Promise<{ truth: readonly string[]; shown: readonly (string | null)[] }>;
  readonly sizes: Size[];
}

/** At the end of a day: what is shown is true, and what the page holds is noted. */
async function endOfDay({ wall, figures, sizes }: Hung): Promise<void> {
  const isTrue = async () => {
    const { truth, shown } = await figures(wall);
    return truth.length > 0 && truth.join() === shown.join() ? 'true' : { truth, shown };
  };
  await expect.poll(isTrue, { timeout: 20_000 }).toBe('true');
  sizes.push(await sizeOf(wall));
}

test('walls of a shop and of a factory hang for a week: they come back alone, show what is true and do not grow', async () => {
  const hung: readonly Hung[] = [
    { ...SHOP, wall: await hang(SHOP), figures: packing, sizes: [] },
    { ...FLOOR, wall: await hang(FLOOR), figures: stages, sizes: [] },
  ];
  const walls = hung.map(({ wall }) => wall);
  for (let hour = 1; hour <= HOURS; hour += 1) {
    await EVENTS[hour]?.(walls);
    for (const each of hung) {
      expect([each.who, hour, await passHours(each.wall)]).toEqual([each.who, hour, true]);
      const { shown, expected } = await clockFacts(each.wall, each);
      expect([each.who, hour, ...shown]).toEqual([each.who, hour, ...expected]);
      if (hour % 24 === 0) await endOfDay(each);
    }
  }
  for (const { who, wall, sizes, path } of hung) {
    const [first, last] = [sizes[0], sizes.at(-1)];
    console.log(`${who}: day 1 ${JSON.stringify(first)}, day ${DAYS} ${JSON.stringify(last)}`);
    expect([who, first !== undefined && last !== undefined && hasGrown(first, last)]).toEqual([who, false]);
    expect(new URL(wall.page.url()).pathname).toBe(path);
  }
}, 1_200_000);

test('read again in another language it is the same wall, mirrored', async () => {
  const wall = await hang(SHOP);
  await wall.page.goto('/dashboard?kiosk=1&language=ar');
  await wall.page.getByTestId('wall-pack-total').waitFor();
  expect(await wall.page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await untilTone(wall.page, 'live')).toBe(true);
  for (let hour = 0; hour < 3; hour += 1) expect(await passHours(wall)).toBe(true);
});
