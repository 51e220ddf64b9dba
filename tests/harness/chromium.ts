import { Fault } from '../../scripts/lib/fault.ts';
import { findOrInstall } from '../../scripts/lib/programs.ts';

/** How every test starts Chromium: in a container, without a GPU, silent on the network. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium to test with: CHROMIUM_PATH, the system's own, else installed through apt as root.
 *
 * @throws Fault that says how to get one.
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return given;
  const found = findOrInstall(
    'chromium',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
  );
  if (found !== undefined) return found;
  throw new Fault(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
