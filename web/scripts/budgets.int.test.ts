import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Weight, report, tooHeavy, weigh } from './budgets.ts';
import type { StartFiles } from './start-files.ts';

const web = fileURLToPath(new URL('..', import.meta.url));
const BUILD_MS = 120_000;

describe('the built screens', () => {
  const out = mkdtempSync(join(tmpdir(), 'weigh-'));
  let weights: Weight[] = [];
  beforeAll(async () => {
    // A test's own NODE_ENV would weigh React's development build.
    vi.stubEnv('NODE_ENV', 'production');
    await build({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: out },
    });
    weights = weigh(out, join(web, '../packages/contracts/src/locales'));
  }, BUILD_MS);
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(out, { recursive: true, force: true });
  });

  it('stay within their budgets', () => {
    expect(weights.length).toBeGreaterThan(12);
    expect(tooHeavy(weights)).toEqual([]);
  });

  it('start at each address with files that are there', () => {
    const pages = JSON.parse(readFileSync(join(out, '.vite/start-files.json'), 'utf8')) as StartFiles[];
    const named = pages.flatMap(({ sheets, scripts, texts }) => [
      ...sheets,
      ...scripts,
      ...Object.values(texts).flat(),
    ]);
    expect(pages.map(({ path }) => path)).toContain('/createRma');
    expect(new Set(named.filter((file) => !existsSync(join(out, file))))).toEqual(new Set());
    const board = pages.find(({ path }) => path === '/operation/dashboard');
    expect(board?.texts['ja']?.join(' ')).toMatch(/dashboard-.*ja-/);
  });

  it('would be caught if they did not', () => {
    const lines: string[] = [];
    expect(report([{ name: 'fat', bytes: 2, limit: 1 }], (line) => lines.push(line))).toBe(1);
    expect(lines[0]).toMatch(/^OVER/);
  });
});
