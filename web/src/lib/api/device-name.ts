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

/** `Chrome.Windows`: what somebody recognises of the device in front of them, and nothing finer. */
export const kindOfDevice = (userAgent: string): string =>
  `${firstIn(userAgent, BROWSERS, 'Browser')}.${firstIn(userAgent, SYSTEMS, 'Device')}`;

const SHOWN_OF_KEY = 4;
const SHOWN_ALONE = 6;
/** Of a device that tells nothing of itself: 16 random bytes or a UUID. */
const RANDOM = /^[\da-f-]{12,}$/i;

/** `Chrome, Windows · 3f9c` of `Chrome.Windows.…3f9c`; a name that somebody gave, whole; of a random one its end, which tells two apart. */
export function deviceName(device: string): string {
  const [browser, system, key] = device.split('.');
  if (browser === undefined || system === undefined || key === undefined)
    return RANDOM.test(device) ? device.slice(-SHOWN_ALONE) : device;
  return `${browser}, ${system} · ${key.slice(-SHOWN_OF_KEY)}`;
}
