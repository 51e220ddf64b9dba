import { defineConfig, devices } from '@playwright/test';
import { join } from 'node:path';
import { findChromium } from '../scripts/lib/chromium.ts';
import { systemUrl } from './e2e/support/system.ts';
import { chromiumFlags } from './harness/chromium.ts';

const running = process.env['ATELIER_URL'];
// Of the programs that it starts: with two browsers beside it, a busy server took more than its two seconds to connect.
process.env['PGCONNECT_TIMEOUT'] ??= '20';
const results = join(import.meta.dirname, 'results');

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './harness/browser-setup.ts',
  testMatch: '**/*.e2e.test.ts',
  outputDir: join(results, 'e2e'),
  // Each worker has a separate system (harness/browser-setup.ts): the files of a worker share it one after the other.
  workers: running === undefined ? 2 : 1,
  fullyParallel: false,
  // A browser, a server, two workers and a database share two cores: a test may fail for want of time. One that passes at
  // its second try is named in the last lines of the run (decisions/0203).
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'e2e.json') }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: systemUrl,
    headless: true,
    // A press on what is not there ends here and says so, instead of taking the whole test's time.
    actionTimeout: 20_000,
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // Its calls and requests, without film and without a copy of the page at each: those took a fifth of the run's work.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    // One process for the windows of a context: the second finds the app compiled.
    launchOptions: { executablePath: findChromium(), args: [...chromiumFlags, '--process-per-site'] },
  },
});
