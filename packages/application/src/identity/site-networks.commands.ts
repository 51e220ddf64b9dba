import { DAY_MS } from '@atelier/domain/kernel.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** A network is a shop's own for so long after its people last worked from there. */
const KEPT_MS = 30 * DAY_MS;

/** Notes that a shop works from a network, by its digest; what is older than 30 days goes. */
export async function noteSiteNetwork(
  db: Kysely<Database>,
  siteId: number,
  network: string,
  now: Date,
): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_MS);
  await sql`
    with gone as (delete from site_networks where site_id = ${siteId} and seen_at < ${oldest})
    insert into site_networks (site_id, network, seen_at) values (${siteId}, ${network}, ${now})
    on conflict (site_id, network) do update set seen_at = greatest(site_networks.seen_at, excluded.seen_at)`.execute(
    db,
  );
}
