import { createHmac, hkdfSync } from 'node:crypto';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';

/** What failed sign-ins are counted under: no table or event holds an address or a name. */
export function attemptDigest(masterKey: MasterKey, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'sign-in attempts', 32));
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}
