import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';

/** Names for ids that the log keeps; an id without a name is left out. */
export interface Names {
  readonly users: ReadonlyMap<number, string>;
  readonly sites: ReadonlyMap<number, string>;
}

/** The names of these accounts and of all sites, in two small reads. */
export async function findNames(db: Kysely<Database>, userIds: readonly number[]): Promise<Names> {
  const ids = [...new Set(userIds)];
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const sites = await db.selectFrom('sites').select(['id', 'name']).execute();
  return {
    users: new Map(users.map((user) => [user.id, user.name])),
    sites: new Map(sites.map((site) => [site.id, site.name])),
  };
}
