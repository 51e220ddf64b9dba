import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** Begins the serialised public key, and each signature (Standard Webhooks 1.0.0, asymmetric). */
const PUBLIC_PREFIX = 'whpk_';
const SIGNATURE_PREFIX = 'v1a,';
/** The key itself is the end of its SPKI form. */
const RAW_BYTES = 32;

export interface WebhookKeyPair {
  /** `whpk_` and the key in base64: what receivers are given. */
  readonly publicKey: string;
  /** PKCS #8 in base64. */
  readonly secretKey: string;
}

export function makeWebhookKeyPair(): WebhookKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_BYTES);
  return {
    publicKey: `${PUBLIC_PREFIX}${raw.toString('base64')}`,
    secretKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  };
}

/** What is sent once: its id stays the same for every attempt, its time does not. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature for each key, with a space between them. */
export function signaturesOf({ id, timestamp, body }: SignedMessage, secretKeys: readonly string[]): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  return secretKeys
    .map((secret) => SIGNATURE_PREFIX + sign(null, content, keyOf(secret)).toString('base64'))
    .join(' ');
}

const keyOf = (secret: string) =>
  createPrivateKey({ key: Buffer.from(secret, 'base64'), type: 'pkcs8', format: 'der' });
