import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
  type CipherKey,
  type KeyObject,
} from 'node:crypto';

/** Stands for a key that does not open with the secrets at hand: only what is sealed with it is lost, not the others. */
export class UnusableKey extends Error {
  constructor() {
    super("the person's key does not open with the master key and the key vault");
    this.name = 'UnusableKey';
  }
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, tag, key. The person is bound to it, so that no key moves from person to person. */
export function wrapKey(key: Buffer, subject: string, secret: CipherKey): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(subject));
  const text = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The key's bytes. Throws where the secret is another one. */
export function unwrapBytes(wrapped: Buffer, subject: string, secret: CipherKey): Buffer {
  const nonce = wrapped.subarray(0, nonceBytes);
  const cipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(subject));
  cipher.setAuthTag(wrapped.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([cipher.update(wrapped.subarray(nonceBytes + tagBytes)), cipher.final()]);
}

export function unwrapKey(wrapped: Buffer, subject: string, secret: CipherKey): KeyObject | UnusableKey {
  try {
    return createSecretKey(unwrapBytes(wrapped, subject, secret));
  } catch {
    return new UnusableKey();
  }
}
