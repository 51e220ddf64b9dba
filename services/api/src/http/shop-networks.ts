import { noteSiteNetwork } from '@atelier/application/identity/site-networks.commands.ts';
import { networkDigest } from '@atelier/application/shared/network-digest.ts';
import type { Principal } from '@atelier/domain/identity/principal.ts';
import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { ApiDeps } from './deps.ts';

/** Notes from which network a person of a shop works. */
export type NetworkNote = (principal: Principal, address: string) => Promise<void>;

/** Networks that one node remembers at most, so that strange addresses cannot fill its memory. */
const MOST_REMEMBERED = 10_000;

/**
 * A shop's networks by their keyed digests, at most once an hour for each on a node (product/repair.md §12.1). An API key is a
 * program elsewhere and says nothing of the shop's own network.
 */
export function noteShopNetworks({
  db,
  clock,
  masterKey,
}: Pick<ApiDeps, 'db' | 'clock' | 'masterKey'>): NetworkNote {
  const noted = new Map<string, number>();
  return async ({ storeId, apiKey }, address) => {
    if (storeId === undefined || apiKey === true) return;
    const known = `${storeId} ${address}`;
    const now = clock.now();
    if (now.getTime() - (noted.get(known) ?? 0) < HOUR_MS) return;
    if (noted.size >= MOST_REMEMBERED) noted.clear();
    noted.set(known, now.getTime());
    try {
      await noteSiteNetwork(db, storeId, networkDigest(masterKey, address), now);
    } catch {
      // The call itself says that the database is away; the next one notes the network.
      noted.delete(known);
    }
  };
}
