import { randomBytes, randomUUID } from 'node:crypto';
import { type MakeApiKey, endOfKey } from '@atelier/domain/identity/api-keys.ts';
import { API_KEY_PREFIX } from '@atelier/domain/identity/contract.ts';
import { changeCredential } from '../shared/recorded/record-credential.commands.ts';
import { rightsOf, tokenHash } from './sessions.queries.ts';
import type { IdentityDb } from './identity.table.ts';

const SECRET_BYTES = 32;
/** A key that was just made was not used yet: its first call is noted however soon it comes. */
const NEVER_USED = new Date(0);

/**
 * Gives a key its secret, and returns it: only its digest is kept. When the same request comes again the key gets another, and the
 * one before becomes invalid, because its arrival cannot be known.
 */
export async function giveSecret(
  db: IdentityDb,
  key: Pick<MakeApiKey, 'userId' | 'userType' | 'siteId' | 'permissions' | 'lastDay'>,
  now: Date,
): Promise<string> {
  const secret = `${API_KEY_PREFIX}${key.userId}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const { userType: user_type, siteId: site_id, permissions } = key;
  const session = {
    id: randomUUID(),
    token_hash: tokenHash(secret),
    user_id: key.userId,
    kind: 'key' as const,
    rights: rightsOf({ active: true, user_type, site_id, roles: [], permissions }),
    created_at: now,
    last_seen_at: NEVER_USED,
    ends_at: new Date(endOfKey(key.lastDay)),
  };
  await changeCredential(db, 'key', key.userId, now, async (trx) => {
    await trx.deleteFrom('sessions').where('user_id', '=', key.userId).execute();
    await trx.insertInto('sessions').values(session).execute();
    return { value: undefined };
  });
  return secret;
}
