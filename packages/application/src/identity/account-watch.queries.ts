import type { IdentityDb } from './identity.table.ts';

/**
 * Returns a function that says whether the installation lacks any account. Accounts are never deleted: once one was found, the
 * database is not queried again.
 */
export function watchForAccounts(db: IdentityDb): () => Promise<boolean> {
  let isFound = false;
  return async () => {
    isFound ||= (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
    return !isFound;
  };
}
