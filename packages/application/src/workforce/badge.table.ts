import { createHmac, hkdfSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MasterKey } from '@atelier/key-vault/master-key.ts';

export interface BadgeServices {
  readonly db: Kysely<Database>;
  readonly masterKey: MasterKey;
}

/** What a badge is recognised by: a digest under a key that the database does not have. */
export function badgeDigest(masterKey: MasterKey, barcode: string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'worker badges', 32));
  return createHmac('sha256', key).update(barcode.trim()).digest('base64url');
}
