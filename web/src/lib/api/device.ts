import { kindOfDevice } from './device-name.ts';
import { newKey } from './new-key.ts';

const KEY = 'atelier.device';

/**
 * A name of this browser on this device, sent with every call: events say which device they came from. Its kind in two
 * words (`chrome.windows`) and a random part. Not a person.
 */
export function deviceId(): string {
  const known = localStorage.getItem(KEY);
  if (known?.includes('.')) return known;
  // One that was named before devices had a kind keeps its random part.
  const fresh = `${kindOfDevice(navigator.userAgent)}.${known ?? newKey()}`;
  localStorage.setItem(KEY, fresh);
  return fresh;
}
