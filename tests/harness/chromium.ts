import { Fault } from '../../scripts/lib/fault.ts';
import { findOrInstall } from '../../scripts/lib/programs.ts';

/**
 * Parts of the browser that no test needs. The first three draw the address bar in processes of their own, anew for each
 * window, although nobody sees it; the others are those Playwright switches off: the browser reads only the last list.
 */
const unneeded = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** How every test starts Chromium: in a container, without a GPU, silent on the network. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${unneeded.join(',')}`,
  // A window lives for seconds: compiling its scripts to faster code takes longer than running them.
  '--js-flags=--no-opt --no-maglev',
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
