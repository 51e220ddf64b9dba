import type { AddresseeView } from '@atelier/contracts/repair/decisions-schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

const MOST = 200;

/**
 * Colleagues who may see an item: those of its shop and of the sites it lies at, goes to or was sent from, and who
 * stands nowhere (administration). Undefined when the item is not the caller's to see; call inside `inScope`.
 */
export async function findAddressees(
  trx: Kysely<Database>,
  itemId: number,
): Promise<AddresseeView[] | undefined> {
  const item = await trx
    .selectFrom('item_row')
    .select(['store_id', 'visible_sites'])
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (item === undefined) return undefined;
  const rows = await trx
    .selectFrom('users as u')
    .leftJoin('sites as s', 's.id', 'u.site_id')
    .select(['u.email', 'u.name', 's.name as site'])
    .where('u.active', '=', true)
    .where('u.api_key', 'is', null)
    .where((user) =>
      user.or([
        user('u.site_id', 'in', [item.store_id, ...item.visible_sites]),
        user('u.site_id', 'is', null),
      ]),
    )
    .orderBy('s.name')
    .orderBy('u.name')
    .limit(MOST)
    .execute();
  return rows.map(({ email, name, site }) => ({ email, name, site: site ?? '' }));
}

/** Whether an account signs in with this address. Like sign-in, this ignores the case of letters. */
export async function isColleague(db: Kysely<Database>, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst();
  return user !== undefined;
}
