import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ApiDeps } from '../../http/deps.ts';

const NONCE = 12;
const TAG = 16;

type Keys = Pick<ApiDeps, 'masterKey'>;

const keyOf = ({ masterKey }: Keys): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'second factors', 32));

/** Seals under a key of the master key (AES-256-GCM); the label is bound to it and has to be the same for opening. */
export function seal(keys: Keys, text: string, label: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys), nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** What was sealed; undefined when it was changed, cut short, or sealed under another label or key. */
export function open(keys: Keys, sealed: Buffer, label: string): string | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys), sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
