import { chromium, type CDPSession, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from '../../../scripts/lib/chromium.ts';
import { chromiumFlags } from '../../harness/chromium.ts';
import { fillSignIn, type PersonName } from '../../e2e/support/windows.ts';
import { installPaintWatch } from './paint-watch.ts';

/** A separate browser process with one window, signed in. */
export interface Screen {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly close: () => Promise<void>;
}

const desk = { width: 1440, height: 900 };

/**
 * As the browser tests start it, except that scripts are compiled to faster code where that pays, as in every browser
 * that people use: a board stands open for hours.
 */
const flags = chromiumFlags.filter((flag) => !flag.startsWith('--js-flags'));

/** A window signed in as `name`; signed out without a name. */
export async function openScreen(url: string, name: PersonName | null): Promise<Screen> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...flags] });
  const context = await browser.newContext({ viewport: desk, baseURL: url, locale: 'en-GB' });
  await context.addInitScript(installPaintWatch);
  const page = await context.newPage();
  if (name !== null) await signIn(page, name);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp, close: () => browser.close() };
}

async function signIn(page: Page, name: PersonName): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, name);
  await page.getByTestId('login-submit').click();
  await page.getByTestId('user-name').waitFor({ state: 'attached' });
}

/** Seconds that the page's main thread has worked so far, by what it did. */
export async function mainThread({ cdp }: Screen): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

const keyGapMs = 5;

/** A wedge scanner: the code's keys each at its time, then Enter. Not awaited: a slow page must not slow the scanner. */
export async function scanKeys({ cdp }: Screen, code: string): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const began = Date.now();
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const due = began + index * keyGapMs;
    const timestamp = due / 1_000;
    if (due > Date.now()) await sleep(due - Date.now());
    const stroke =
      key === 'Enter'
        ? { key, code: key, windowsVirtualKeyCode: 13, text: '\r' }
        : { key, text: key, windowsVirtualKeyCode: key.toUpperCase().codePointAt(0) ?? 0 };
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...stroke }));
    sent.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...stroke, text: undefined }));
  }
  await Promise.all(sent);
}

/** Records what the page's main thread does; the answer ends it and gives the profile. */
export async function startProfile({ cdp }: Screen): Promise<() => Promise<unknown>> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
  await cdp.send('Profiler.start');
  return async () => (await cdp.send('Profiler.stop')).profile;
}
