import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** Names for ids that the log keeps; an id without a name is left out. */
export interface Names {
  readonly users: ReadonlyMap<number, string>;
  readonly sites: ReadonlyMap<number, string>;
}

/** The names of these accounts and of all sites, in two small reads. */
export async function findNames(db: Kysely<Database>, userIds: readonly number[]): Promise<Names> {
  const users = await findUserNames(db, userIds);
  const sites = await db.selectFrom('sites').select(['id', 'name']).execute();
  return { users, sites: new Map(sites.map((site) => [site.id, site.name])) };
}

/** The names of these accounts. */
export async function findUserNames(
  db: Kysely<Database>,
  userIds: readonly number[],
): Promise<Names['users']> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(users.map((user) => [user.id, user.name]));
}
