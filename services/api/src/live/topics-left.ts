import type { ItemPlace } from '@atelier/application/live/live-sources.queries.ts';
import { topicsOfItem } from './topics.ts';
import type { TouchedItem } from './touched.ts';

interface Passage {
  /** Places it stood in before. */
  readonly before: readonly ItemPlace[];
  /** Sites that may have seen it meanwhile. */
  readonly sites: readonly number[];
  readonly steps: TouchedItem;
}

/**
 * Every topic an item may have stood in before: its place as last known, and every status, site and
 * shipment its events name. A topic too many only says "removed" where nothing was; one too few would let a row
 * linger.
 */
export function topicsLeft(id: number, now: ItemPlace, { before, sites, steps }: Passage): Set<string> {
  const statuses = new Set([now.status, ...steps.statuses, ...before.map(({ status }) => status)]);
  const everySite = [...new Set([...now.sites, ...sites])];
  const shipments = new Set([...steps.shipments, ...before.map(({ shipmentId }) => shipmentId)]);
  const topics = new Set<string>();
  for (const shipmentId of shipments) {
    if (shipmentId !== null) topics.add(`shipment:${shipmentId}`);
  }
  for (const { guestAt } of before) if (guestAt !== null) topics.add(`store:${guestAt}`);
  // Between two events that are read together it may have waited at a shop that one of them names.
  for (const shop of steps.shops) topics.add(`store:${shop}`);
  for (const status of statuses) {
    for (const topic of topicsOfItem(id, { ...now, status, sites: everySite })) topics.add(topic);
  }
  return topics;
}
