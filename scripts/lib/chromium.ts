import { Fault } from '@atelier/host/fault.ts';
import { findOrInstall, isProgram } from './programs.ts';

/** Where an installed Chrome or Chromium lies on macOS, which has none on PATH. */
const ON_MACOS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/**
 * The browser to test with: CHROMIUM_PATH, an installed Chromium or Chrome, else Debian's package, installed as root.
 *
 * @throws Fault that says how to get one
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return programAt(given);
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const found = ON_MACOS.find(isProgram) ?? findOrInstall('chromium', ...names);
  if (found !== undefined) return found;
  throw new Fault(
    'The browser tests need Chromium or Chrome: install it (Debian: apt-get install chromium; macOS: brew install --cask google-chrome), or name the program in CHROMIUM_PATH.',
  );
}

function programAt(path: string): string {
  if (isProgram(path)) return path;
  throw new Fault(`CHROMIUM_PATH names ${path}, which is no program: name Chromium or Chrome itself.`);
}
