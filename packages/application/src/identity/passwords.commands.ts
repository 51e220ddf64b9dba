import type { IdentityDb } from './identity.table.ts';

/** Sets the secret an account signs in with; `hash` is an argon2id string. */
export async function storePasswordHash(
  db: IdentityDb,
  userId: number,
  hash: string,
  now: Date,
): Promise<void> {
  const values = { user_id: userId, password_hash: hash, changed_at: now };
  await db
    .insertInto('user_credentials')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ password_hash: hash, changed_at: now }),
    )
    .execute();
}
