import { startTestSystem } from './system.ts';

/**
 * Starts one system for all browser tests, unless ATELIER_URL names one that runs already.
 * Playwright calls what this answers when the tests are over.
 */
export async function startForBrowsers(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ATELIER_URL'] !== undefined) return undefined;
  const system = await startTestSystem();
  process.env['ATELIER_URL'] = system.url;
  process.env['ATELIER_DATA_FOLDER'] = system.dataFolder;
  return () => system.remove();
}

export default startForBrowsers;
