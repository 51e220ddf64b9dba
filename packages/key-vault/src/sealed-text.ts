import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';

/** Begins every value of a read model that is sealed under its person's key. */
const MARK = '§1:';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals a value of a read model: whose it is stands before it. The same value of the same person in the same column seals to the
 * same text, so that a row built again equals the one that is there; the nonce comes from the value itself (as in AES-SIV).
 */
export function sealText(value: unknown, subject: string, column: string, key: KeyObject): string {
  const text = Buffer.from(JSON.stringify(value));
  const nonce = createHmac('sha256', key)
    .update(`${column}\0${subject}\0`)
    .update(text)
    .digest()
    .subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(MARK + subject));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return `${MARK}${subject}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

export const isSealedText = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(MARK);

/** Whose value it is. */
export const subjectOfText = (value: string): string => value.slice(MARK.length, value.lastIndexOf(':'));

/** The value; undefined without the person's key, and for what only looks like a sealed value. */
export function openText(value: string, key: KeyObject | undefined): unknown {
  if (key === undefined) return undefined;
  const encoded = value.slice(value.lastIndexOf(':') + 1);
  const bytes = Buffer.from(encoded, 'base64url');
  // Decoding passes over what does not belong there: another text must not open to the same value.
  if (bytes.toString('base64url') !== encoded) return undefined;
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    cipher.setAAD(Buffer.from(MARK + subjectOfText(value)));
    cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([cipher.update(bytes.subarray(nonceBytes + tagBytes)), cipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
