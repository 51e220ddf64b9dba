import { changeCredential } from '../shared/recorded/record-credential.commands.ts';
import type { IdentityDb } from './identity.table.ts';

/**
 * Sets the secret an account signs in with; `hash` is an argon2id string. With `mustChange` a session that begins with it may only
 * change it.
 */
export async function storePasswordHash(
  db: IdentityDb,
  userId: number,
  hash: string,
  now: Date,
  { mustChange = false }: { readonly mustChange?: boolean } = {},
): Promise<void> {
  const change = { password_hash: hash, changed_at: now, must_change: mustChange };
  await changeCredential(db, 'password', userId, now, async (trx) => {
    await trx
      .insertInto('user_credentials')
      .values({ user_id: userId, ...change })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
      .execute();
    return { value: undefined };
  });
}
