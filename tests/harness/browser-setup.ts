import type { FullConfig } from '@playwright/test';
import { buildWebWhenChanged } from '../../scripts/lib/web-build.ts';
import { memoryFolder } from './memory-folder.ts';
import { chooseRunAs } from '@atelier/host/run-as.ts';
import { newDataFolder, startTestSystem, type TestSystem } from './system.ts';

/**
 * Starts a system for each worker of the browser tests, unless ATELIER_URL names one that runs already.
 * Playwright calls the returned function when the tests are over.
 */
export default async function startForBrowsers({
  workers,
}: FullConfig): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ATELIER_URL'] !== undefined) return undefined;
  // Here, because each of the systems would build them.
  await buildWebWhenChanged(console.error, new AbortController().signal);
  const systems = await startAll(workers);
  process.env['ATELIER_SYSTEMS'] = JSON.stringify(
    systems.map(({ url, dataFolder }) => ({ url, dataFolder })),
  );
  return async () => void (await Promise.all(systems.map((system) => system.remove())));
}

/** When one fails to start, the others are stopped. */
async function startAll(count: number): Promise<readonly TestSystem[]> {
  const memory = memoryFolder(chooseRunAs(''));
  const starting = Array.from({ length: count }, () =>
    startTestSystem({ dataFolder: newDataFolder(memory) }),
  );
  const started = (await Promise.allSettled(starting)).filter((each) => each.status === 'fulfilled');
  if (started.length < count) await Promise.all(started.map(({ value }) => value.remove()));
  return Promise.all(starting);
}
