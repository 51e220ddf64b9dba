import { newKey } from './new-key.ts';

const KEY = 'atelier.device';

/** A random name of this browser on this device, sent with every call: events say which device they came from. Not a person. */
export function deviceId(): string {
  const known = localStorage.getItem(KEY);
  if (known) return known;
  const fresh = newKey();
  localStorage.setItem(KEY, fresh);
  return fresh;
}
