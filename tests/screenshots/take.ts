// npm run screenshots [-- --only deposit,board --widths 1440,390 --languages en,ar --themes light --url http://localhost:3000]:
// every screen of the demo as pictures, and contact sheets of them in .tmp/screenshots
import { chromium, type Browser, type Page } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { chromiumFlags } from '../harness/chromium.ts';
import { startTestSystem } from '../harness/system.ts';
import { addressesOf, pageOf, prepare, settle, type Look } from './open-page.ts';
import { SCREENS, type ShotScreen } from './screens.ts';
import { writeSheet, type Shot } from './sheet.ts';

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '2560,1440,390' },
    languages: { type: 'string', default: 'en,ar,ja' },
    themes: { type: 'string', default: 'light,dark' },
    url: { type: 'string', default: '' },
  },
});
const listed = (text: string): readonly string[] => text.split(',').filter((each) => each !== '');
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 768: 1024, 1024: 768, 1440: 900, 2560: 1440 };
const folder = join(projectRoot, '.tmp', 'screenshots');

const looks: readonly Look[] = listed(flags.languages).flatMap((language) =>
  listed(flags.themes).map((theme) => ({ language, theme: theme === 'dark' ? 'dark' : 'light' }) as const),
);
const widths = listed(flags.widths).map(Number);
const only = listed(flags.only);
const wanted = SCREENS.filter(({ name }) => only.length === 0 || only.includes(name));

await mkdir(folder, { recursive: true });
/** A demo that runs already, or one that is started here. */
const system =
  flags.url === ''
    ? await startTestSystem({ env: { RATE_LIMIT: '1000000' } })
    : { url: flags.url, remove: () => Promise.resolve() };
const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] });
const faults: string[] = [];
try {
  const addresses = await addressesOf(system.url);
  for (const look of looks) {
    const shots = await takeAll(browser, look, addresses);
    for (const width of widths)
      await writeSheet(browser, {
        ...look,
        width,
        folder,
        shots: shots.filter((shot) => shot.width === width),
      });
    console.log(`${look.language} ${look.theme}: ${shots.length} pictures`);
  }
} finally {
  await browser.close();
  await system.remove();
}
for (const fault of faults) console.log(`fault: ${fault}`);
console.log(`pictures and contact sheets: ${folder}; ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function takeAll(open: Browser, look: Look, addressOf: (path: string) => string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const who of new Set(wanted.map((screen) => screen.who))) {
    const page = await pageOf({ open, url: system.url, look, who });
    for (const screen of wanted.filter((each) => each.who === who))
      shots.push(...(await takeOne(page, screen, look, addressOf(screen.path))));
    await page.context().close();
  }
  return shots;
}

async function takeOne(page: Page, screen: ShotScreen, look: Look, address: string): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [turn, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    // A prepared state is reached once, and then shown in every width.
    if (turn === 0 || screen.prepare === undefined) await open(page, screen, look, address);
    await settle(page);
    const name = `${screen.name}-${look.language}-${look.theme}-${width}`;
    await page.screenshot({ path: join(folder, `${name}.png`) });
    shots.push({ name: screen.name, width, file: `${name}.png` });
    await noteOverflow(page, name);
    const isSignIn = new URL(page.url()).pathname === '/login';
    if (isSignIn && screen.path !== '/login') faults.push(`${name} shows the sign-in`);
  }
  await page.context().setOffline(false);
  return shots;
}

async function open(page: Page, screen: ShotScreen, look: Look, address: string): Promise<void> {
  // The language again for pages before a sign-in, which read it from their address.
  const mark = address.includes('?') ? '&' : '?';
  await page.goto(`${system.url}${address}${mark}language=${look.language}`);
  await settle(page);
  await prepare(page, screen).catch((error: unknown) => faults.push(`${screen.name}: ${String(error)}`));
}

/** No screen may be wider than its window. */
async function noteOverflow(page: Page, name: string): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (excess > 0) faults.push(`${name} is ${excess} px wider than its window`);
}
