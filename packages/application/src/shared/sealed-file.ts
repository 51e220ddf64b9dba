import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** A part of a file's key: 256 random bits as base64url. */
export const newKeyPart = (): string => randomBytes(32).toString('base64url');

/** Without any one part there is no key. */
const keyOf = (parts: readonly string[]): Buffer =>
  createHash('sha256')
    .update(parts.map((part) => `${part.length}:${part}`).join(','))
    .digest();

/** Encrypts a file (AES-256-GCM: nonce, tag, text) under the key that its parts make together. */
export function sealFile(bytes: Uint8Array, parts: readonly string[]): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyOf(parts), nonce);
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** @throws when a part is another one, or the file was changed */
export function openFile(sealed: Buffer, parts: readonly string[]): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(parts), sealed.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}
