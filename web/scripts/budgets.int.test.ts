import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWebWhenChanged, webDist } from '../../scripts/lib/web-build.ts';
import { type Weight, report, tooHeavy, weigh } from './budgets.ts';
import type { StartFiles } from './start-files.ts';

const web = fileURLToPath(new URL('..', import.meta.url));
const BUILD_MS = 600_000;

describe('the built screens', () => {
  let weights: Weight[] = [];
  beforeAll(async () => {
    await buildWebWhenChanged(() => undefined, new AbortController().signal);
    weights = weigh(webDist, join(web, '../packages/contracts/src/locales'));
  }, BUILD_MS);

  it('stay within their budgets', () => {
    expect(weights.length).toBeGreaterThan(12);
    expect(tooHeavy(weights)).toEqual([]);
  });

  it('start at each address with files that are there', () => {
    const pages = JSON.parse(readFileSync(join(webDist, '.vite/start-files.json'), 'utf8')) as StartFiles[];
    const named = pages.flatMap(({ sheets, scripts, texts }) => [
      ...sheets,
      ...scripts,
      ...Object.values(texts).flat(),
    ]);
    expect(pages.map(({ path }) => path)).toContain('/createRma');
    expect(new Set(named.filter((file) => !existsSync(join(webDist, file))))).toEqual(new Set());
    const board = pages.find(({ path }) => path === '/operation/dashboard');
    expect(board?.texts['ja']?.join(' ')).toMatch(/dashboard-.*ja-/);
    // Named by hand in start-files.ts.
    const scriptsAt = (path: string) => pages.find((page) => page.path === path)?.scripts.join(' ');
    expect(scriptsAt('/insight')).toMatch(/turnaround-chart-.*bars-chart-/);
    expect(scriptsAt('/insight/flow')).toMatch(/flow-chart-/);
    expect(scriptsAt('/operation/manage-user')).toMatch(/scans-elsewhere-/);
  });

  it('say what texts they draw with, those of their parts too', () => {
    const assets = join(webDist, 'assets');
    const chunk = readdirSync(assets).find((name) => /^read-rma\.screen-.*\.js$/.test(name)) ?? '';
    const [, named = ''] = /needTexts\?\.push\((.*?)\)/.exec(readFileSync(join(assets, chunk), 'utf8')) ?? [];
    expect(named.match(/[\w-]+/g)).toEqual(expect.arrayContaining(['rma', 'history', 'papers']));
    expect(named).not.toContain('shell');
  });

  it('would be caught if they did not', () => {
    const lines: string[] = [];
    expect(report([{ name: 'fat', bytes: 2, limit: 1 }], (line) => lines.push(line))).toBe(1);
    expect(lines[0]).toMatch(/^OVER/);
  });
});
