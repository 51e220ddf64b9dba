import type { CDPSession, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A wall's page under an accelerated clock: hours of page time pass in a second, with every timer that is due. The server's
 * clock stays real, so the page takes the time of an answer from its own clock.
 */
export interface Wall {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** The page's moment, ms since epoch. */
  readonly now: () => Promise<number>;
}

const HOUR_MS = 3_600_000;
const ZONE = 'Europe/Paris';

/** Three days before the next change of summer time in Paris, at six in the morning (UTC). */
export function beforeClockChange(from: number = Date.now()): Date {
  const day = new Date(from);
  day.setUTCHours(6, 0, 0, 0);
  const offsetAt = (ms: number) =>
    new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' }).format(ms).slice(-6);
  let at = day.getTime() + 3 * 24 * HOUR_MS;
  while (offsetAt(at) === offsetAt(at + 24 * HOUR_MS)) at += 24 * HOUR_MS;
  return new Date(at - 3 * 24 * HOUR_MS);
}

/** To be called before the page loads anything. */
export async function openWall(page: Page, start: Date): Promise<Wall> {
  await page.clock.install({ time: start });
  await page.addInitScript(() => {
    const ask = globalThis.fetch.bind(globalThis);
    globalThis.fetch = async (...call) => {
      const answer = await ask(...call);
      const headers = new Headers(answer.headers);
      headers.set('date', new Date().toUTCString());
      const { status, statusText } = answer;
      const hasBody = ![204, 205, 304].includes(status);
      return new Response(hasBody ? answer.body : null, { status, statusText, headers });
    };
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return { page, devtools, now: () => page.evaluate(() => Date.now()) };
}

const toneOf = (page: Page): Promise<string | null> =>
  page.getByTestId('freshness').getAttribute('data-tone', { timeout: 20_000 });

/** Lets page time run in small steps until the dot says so; answers whether it did. */
export async function untilTone(page: Page, tone: 'live' | 'stale', tries = 150): Promise<boolean> {
  for (let index = 0; index < tries; index += 1) {
    if ((await toneOf(page)) === tone) return true;
    await page.clock.runFor(1_000);
    await sleep(100);
  }
  return false;
}

/** Hours of page time: the device sleeps through them, wakes, and comes back. */
export async function passHours({ page }: Wall, hours = 1): Promise<boolean> {
  await page.clock.fastForward(hours * HOUR_MS);
  return untilTone(page, 'live');
}

/** What the wall's clock, and its date where it has one, must say at the page's moment. */
export async function clockFacts({ page, now }: Wall, { zone = ZONE, hasDay = true } = {}) {
  // Between two readings the minute may turn.
  for (let index = 0; ; index += 1) {
    const shown = await page.evaluate(() =>
      ['.wall-clock', '.wall-day'].flatMap((name) => document.querySelector(name)?.textContent ?? []),
    );
    const at = await now();
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options }).format(at);
    const expected = [
      format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      ...(hasDay ? [format({ weekday: 'long', day: 'numeric', month: 'long' })] : []),
    ];
    if (index === 20 || expected.join() === shown.join()) return { shown, expected };
    await page.clock.runFor(1_000);
    await sleep(50);
  }
}

export interface Size {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What the page holds once everything unused is collected. */
export async function sizeOf({ devtools }: Wall): Promise<Size> {
  for (let index = 0; index < 3; index += 1) {
    await devtools.send('HeapProfiler.collectGarbage');
    await sleep(100);
  }
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return { heapMb: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** A margin for caches that fill once; a leak of a kilobyte a minute is ten megabytes in a week. */
export const hasGrown = (first: Size, last: Size): boolean =>
  last.heapMb > first.heapMb * 1.25 + 3 ||
  last.nodes > first.nodes * 1.2 + 300 ||
  last.listeners > first.listeners * 1.2 + 50;
