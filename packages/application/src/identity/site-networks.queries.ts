import { DAY_MS } from '@atelier/domain/kernel.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

const KEPT_MS = 30 * DAY_MS;

/** Whether a shop's people worked from this network, by its digest, in the last 30 days. */
export async function isSiteNetwork(
  db: Kysely<Database>,
  siteId: number,
  network: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('site_networks')
    .select('site_id')
    .where('site_id', '=', siteId)
    .where('network', '=', network)
    .where('seen_at', '>=', new Date(now.getTime() - KEPT_MS))
    .executeTakeFirst();
  return row !== undefined;
}
