/** A fresh idempotency key. `randomUUID` exists only in secure contexts; a shop's plain-http trial still gets 128 random bits. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
