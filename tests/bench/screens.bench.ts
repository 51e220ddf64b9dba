// npm run bench -- screens [--rounds 3] [--only login,board]: Lighthouse with its preset for phones
import { chromium, type BrowserContext } from '@playwright/test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { projectRoot } from '@atelier/host/files.ts';
import { freePort } from '@atelier/host/ports.ts';
import { findChromium } from '../../scripts/lib/chromium.ts';
import { fillSignIn, type PersonName } from '../e2e/support/windows.ts';
import { chromiumFlags } from '../harness/chromium.ts';
import { startTestSystem } from '../harness/system.ts';
import { signIn as tokenOf } from '../faults/support/caller.ts';
import { callAs } from './lib/board-fill.ts';
import { peersFolder, installPeers } from './lib/peers.ts';
import { median } from './lib/stats.ts';
import { markdownTable } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
});
const rounds = Number(flags.rounds);

interface Screen {
  readonly name: string;
  readonly who: PersonName | null;
  readonly path: string;
}

const SCREENS: readonly Screen[] = [
  { name: 'login', who: null, path: '/login' },
  { name: 'customer', who: null, path: '/customerStatus' },
  { name: 'dashboard', who: 'paris', path: '/dashboard' },
  { name: 'deposit', who: 'paris', path: '/createRma' },
  { name: 'list', who: 'paris', path: '/listRma' },
  { name: 'detail', who: 'paris', path: '/readRma?id=' },
  { name: 'board', who: 'factory', path: '/operation/dashboard' },
  { name: 'bench', who: 'factory', path: '/operation/6/RepairQC/' },
];

const SCORES = ['performance', 'accessibility', 'best-practices'] as const;
const TIMES = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'blocked ms',
  'cumulative-layout-shift': 'shift',
} as const;

const report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() }).loose()),
});
type Report = z.infer<typeof report>;

installPeers();
const { default: lighthouse } = await import(join(peersFolder, 'node_modules/lighthouse/core/index.js'));
const wanted =
  flags.only === '' ? SCREENS : SCREENS.filter(({ name }) => flags.only.split(',').includes(name));
const system = await startTestSystem({ env: { RATE_LIMIT: '1000000' } });
try {
  const rmaId = await anyRma();
  const results: { readonly name: string; readonly reports: readonly Report[] }[] = [];
  for (const who of new Set(wanted.map((screen) => screen.who)))
    for (const measured of await measureAs(
      who,
      wanted.filter((screen) => screen.who === who),
      rmaId,
    ))
      results.push(measured);
  print(results);
  const folder = join(projectRoot, 'tests', 'results');
  await mkdir(folder, { recursive: true });
  const rows = results.map(({ name, reports }) => ({ name, ...figuresOf(reports) }));
  await writeFile(join(folder, 'bench-screens.json'), `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  await system.remove();
}

/** A repair of the shop, for the screens that show one. */
async function anyRma(): Promise<number> {
  const shop = { url: system.url, token: await tokenOf(system.url, 'paris') };
  const [first] = await callAs(shop, z.array(z.object({ rma_id: z.number() })), {
    method: 'GET',
    path: '/rma?page=1&page_size=1',
  });
  if (first === undefined) throw new Error('the demo holds no repair');
  return first.rma_id;
}

/** A browser in which one person is signed in; Lighthouse opens its pages in it and keeps the session. */
async function measureAs(who: PersonName | null, screens: readonly Screen[], rmaId: number) {
  const profile = await mkdtemp(join(tmpdir(), 'atelier-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [
      ...chromiumFlags.filter((flag) => !flag.startsWith('--js-flags')),
      `--remote-debugging-port=${port}`,
    ],
  });
  try {
    if (who !== null) await signIn(context, who);
    const measured = [];
    for (const { name, path } of screens) {
      const reports: Report[] = [];
      const whole = path.endsWith('=') ? `${path}${rmaId}` : path;
      for (let round = 0; round < rounds; round += 1) reports.push(await examine(whole, port));
      measured.push({ name, reports });
    }
    return measured;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** The window stays open, on a page with little work: it hands its session to the windows that Lighthouse opens. */
async function signIn(context: BrowserContext, who: PersonName): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${system.url}/login`);
  await fillSignIn(page, who);
  await page.getByTestId('login-submit').click();
  await page.getByTestId('user-name').waitFor({ state: 'attached' });
  await page.goto(`${system.url}/readRma`);
  await page.getByTestId('user-name').waitFor({ state: 'attached' });
}

/** One load with an empty cache on a slow phone and network, as Lighthouse simulates them. */
async function examine(path: string, port: number, tries = 3): Promise<Report> {
  const { lhr } = await lighthouse(`${system.url}${path}`, {
    port,
    disableStorageReset: true,
    onlyCategories: [...SCORES],
    logLevel: 'error',
  });
  const read = report.parse(lhr);
  const shown = new URL(read.finalDisplayedUrl).pathname;
  const asked = new URL(path, system.url).pathname;
  // A new window waits 120 ms for the session of another; a busy machine may miss that.
  if (shown === '/login' && shown !== asked && tries > 1) return examine(path, port, tries - 1);
  if (shown !== asked) throw new Error(`Lighthouse asked for ${asked} and was shown ${shown}`);
  process.stderr.write('.');
  return read;
}

/** Medians of the rounds; scores from 0 to 100. */
function figuresOf(reports: readonly Report[]): Readonly<Record<string, number>> {
  const score = (name: string) => 100 * median(reports.map(({ categories }) => categories[name]?.score ?? 0));
  const time = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0));
  return {
    ...Object.fromEntries(SCORES.map((name) => [name, Math.round(score(name))])),
    ...Object.fromEntries(Object.keys(TIMES).map((name) => [name, Number(time(name).toFixed(2))])),
  };
}

function print(results: readonly { readonly name: string; readonly reports: readonly Report[] }[]): void {
  const rows = results.map(({ name, reports }) => [
    name,
    ...Object.values(figuresOf(reports)).map((figure) => String(figure < 1 ? figure : Math.round(figure))),
  ]);
  const head = ['screen', ...SCORES, ...Object.values(TIMES)];
  process.stdout.write(`\nLighthouse, phone, medians of ${rounds}\n\n${markdownTable(head, rows)}\n`);
}
