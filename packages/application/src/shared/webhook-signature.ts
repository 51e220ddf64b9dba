import { createHmac, timingSafeEqual } from 'node:crypto';

const SECOND_MS = 1_000;
/** How far the clocks of both sides may be apart. */
const WINDOW_MS = 300_000;

export interface SignedCall {
  readonly id: string;
  /** Seconds since 1970, as text. */
  readonly timestamp: string;
  /** One or more `v1,<base64>`, separated by spaces. */
  readonly signature: string;
  readonly body: string;
}

/** Of `id.timestamp.body`, as Standard Webhooks sign it. */
export const signatureOf = (secret: string, { id, timestamp, body }: Omit<SignedCall, 'signature'>): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;

/** Whether the holder of the secret sent it within the last minutes. */
export function isSignedNow(secret: string, call: SignedCall, now: Date): boolean {
  if (!/^\d{1,12}$/.test(call.timestamp)) return false;
  if (Math.abs(now.getTime() - Number(call.timestamp) * SECOND_MS) > WINDOW_MS) return false;
  const right = Buffer.from(signatureOf(secret, call));
  return call.signature.split(' ').some((each) => {
    const given = Buffer.from(each);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
