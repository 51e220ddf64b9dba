const SHOWN_OF_KEY = 4;
const SHOWN_ALONE = 6;
/** Of a device that tells nothing of itself: 16 random bytes or a UUID. */
const RANDOM = /^[\da-f-]{12,}$/i;

/** `Chrome, Windows · 3f9c` of `Chrome.Windows.…3f9c`; a given name, whole; of a random one its end, which tells two apart. */
export function deviceName(device: string): string {
  const [browser, system, key] = device.split('.');
  if (browser === undefined || system === undefined || key === undefined)
    return RANDOM.test(device) ? device.slice(-SHOWN_ALONE) : device;
  return `${browser}, ${system} · ${key.slice(-SHOWN_OF_KEY)}`;
}
