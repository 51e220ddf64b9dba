const BROWSERS = [
  ['Edg/', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const firstIn = (agent: string, known: readonly (readonly [string, string])[], otherwise: string): string =>
  known.find(([sign]) => agent.includes(sign))?.[1] ?? otherwise;

/** `Chrome.Windows`: what a user recognises of the device, and nothing finer. */
export const kindOfDevice = (userAgent: string): string =>
  `${firstIn(userAgent, BROWSERS, 'Browser')}.${firstIn(userAgent, SYSTEMS, 'Device')}`;
