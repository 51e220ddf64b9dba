import type { Database } from '@atelier/application/platform/database.ts';
import type { ShopClock } from '@atelier/domain/repair/collection/slots.ts';
import type { Kysely } from 'kysely';

/** Hours and time zone of the caller's site. Administrators stand nowhere. */
export async function clockOfSite(
  trx: Kysely<Database>,
  siteId: number | null | undefined,
): Promise<ShopClock> {
  const site = await trx
    .selectFrom('sites')
    .select(['opening_hours', 'time_zone'])
    .where('id', '=', siteId ?? 0)
    .executeTakeFirst();
  return { hours: site?.opening_hours ?? '', timeZone: site?.time_zone ?? 'UTC' };
}
