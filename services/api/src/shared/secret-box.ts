import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { ApiDeps } from '../http/deps.ts';

const NONCE = 12;
const TAG = 16;

type Keys = Pick<ApiDeps, 'masterKey'>;

export interface SecretBox {
  /** Seals with AES-256-GCM; the label is bound to it and has to be the same for opening. */
  readonly seal: (keys: Keys, text: string, label: string) => Buffer;
  /** What was sealed; undefined when it was changed, cut short, or sealed under another label, purpose or key. */
  readonly open: (keys: Keys, sealed: Buffer, label: string) => string | undefined;
}

/** A box under a key of the master key; each purpose has another one. */
export function secretBox(purpose: string): SecretBox {
  const keyOf = ({ masterKey }: Keys): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32));
  return {
    seal: (keys, text, label) => seal(keyOf(keys), text, label),
    open: (keys, sealed, label) => open(keyOf(keys), sealed, label),
  };
}

function seal(key: Buffer, text: string, label: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function open(key: Buffer, sealed: Buffer, label: string): string | undefined {
  if (sealed.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(label)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
