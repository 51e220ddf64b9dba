import type { MasterKey } from '@atelier/key-vault/master-key.ts';
import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** Base of the piece's number in a token. */
export const FEE_ID_BASE = 36;
/** Characters of a link's secret: 192 bits. */
const FEE_SECRET_LENGTH = 32;

/** The piece's number and a secret: what stands in a customer's link (decisions/0177). */
export const feeToken = (itemId: number, secret: string): string =>
  `${itemId.toString(FEE_ID_BASE)}-${secret}`;

/** Made from the command, so that a repeated one makes the same link and nothing has to keep it. */
export function feeLinkSecret(masterKey: MasterKey, itemId: number, command: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'fee links', 32));
  const mac = createHmac('sha256', key).update(`${itemId} ${command}`);
  return mac.digest('base64url').slice(0, FEE_SECRET_LENGTH);
}

/** The token of the link that a message carries: a repeated attempt makes the same one. */
export const messageFeeToken = (masterKey: MasterKey, itemId: number, messageId: number): string =>
  feeToken(itemId, feeLinkSecret(masterKey, itemId, `message ${messageId}`));

/** All that is kept of a link. Its secret is long and random, so that it cannot be found from a plain hash. */
export const feeLinkHash = (token: string): string => createHash('sha256').update(token).digest('hex');
