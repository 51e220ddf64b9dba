import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { unreachable } from '@atelier/domain/decider.ts';
import { HOUR_MS, toMs } from '@atelier/domain/kernel.ts';
import type { CustodyTransferred, ItemStatusChanged } from '@atelier/domain/repair/item/events.ts';
import type { ItemDeposited } from '@atelier/domain/repair/item/deposit-events.ts';
import { isToClient } from '@atelier/domain/repair/custody.ts';
import { sitesAfter } from '@atelier/domain/repair/evolve-legs.ts';
import { statusOf, Status } from '@atelier/domain/shared/status.ts';
import { FINAL_STATUSES, heldAtKey } from '../projections/scope-key.ts';

/** The events that move an item on a dashboard. Scans, remarks and money do not. */
export type CountedItemEvent = ItemDeposited | ItemStatusChanged | CustodyTransferred;
export const COUNTED_ITEM_EVENTS = ['ItemDeposited', 'ItemStatusChanged', 'CustodyTransferred'] as const;

/** Where an item stands and who sees it: all that dashboards know of it. Times are milliseconds UTC. */
export interface CountedItem {
  readonly storeId: number;
  readonly status: number;
  readonly enteredAt: number;
  /** Monday 00:00 UTC of the week of the deposit. */
  readonly week: number;
  /** The site that holds it; null while it travels or has left. */
  readonly atSite: number | null;
  /** With a carrier, on its way to its client's door. */
  readonly toClient: boolean;
  readonly sites: readonly number[];
  readonly sentFrom: readonly number[];
  /** When it began to be counted so; never before the state before it, whatever a clock said. */
  readonly since: number;
}

/** Folds one event. Undefined while the item was never deposited. */
export function evolveCountedItem(
  item: CountedItem | undefined,
  event: CountedItemEvent,
): CountedItem | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  if (item === undefined) return undefined;
  const since = Math.max(item.since, toMs(event.data.at));
  switch (event.type) {
    case 'ItemStatusChanged':
      return { ...item, since, ...standing(event.data) };
    case 'CustodyTransferred':
      return { ...item, since, ...seenFrom(item, event.data) };
    default:
      return unreachable(event);
  }
}

function deposited({ storeId, createdAt }: ItemDeposited['data']): CountedItem {
  const at = toMs(createdAt);
  return {
    storeId,
    status: Status.Created,
    enteredAt: at,
    week: Date.parse(weekStart(createdAt)),
    atSite: storeId,
    toClient: false,
    sites: [storeId],
    sentFrom: [],
    since: at,
  };
}

/** Throws on a status outside the closed set, or a time that is none: such an event must not be counted. */
function standing({ to, enteredAt }: ItemStatusChanged['data']): Pick<CountedItem, 'status' | 'enteredAt'> {
  return { status: statusOf(to).id, enteredAt: toMs(enteredAt) };
}

/** At, inbound to or ever sent from (product/identity.md §6): the same sites as the domain's `visibleSites`. */
function seenFrom(
  item: CountedItem,
  passage: CustodyTransferred['data'],
): Pick<CountedItem, 'atSite' | 'toClient' | 'sites' | 'sentFrom'> {
  const { to } = passage;
  const sentFrom = sitesAfter(item.sentFrom, item.storeId, passage);
  const sites = new Set(sentFrom);
  if (to.kind === 'site') sites.add(to.siteId);
  if (to.kind === 'shipment' && to.to !== null) sites.add(to.to);
  const atSite = to.kind === 'site' ? to.siteId : null;
  return { atSite, toClient: isToClient({ custody: to }), sentFrom, sites: [...sites].sort((a, b) => a - b) };
}

/** What a shop sent to its client's door stays at 15 and lies in no shop: it is counted as in transit (decisions/0245). */
export const countedStatus = ({ status, toClient }: Pick<CountedItem, 'status' | 'toClient'>): number =>
  toClient && status === Status.ShopReceived ? Status.LogisticsShipOut : status;

/** The counter's bin of an entry: its hour, or the epoch for a final status. */
export function hourOf(status: number, enteredAt: number): number {
  return FINAL_STATUSES.includes(status) ? 0 : Math.floor(enteredAt / HOUR_MS) * HOUR_MS;
}

/** Whose counters an item is part of: everybody's, its store's, its sites', and those of the site that holds it. */
export function scopeKeysOf({
  storeId,
  sites,
  atSite,
}: Pick<CountedItem, 'storeId' | 'sites' | 'atSite'>): readonly number[] {
  const seen = [0, -storeId, ...sites];
  return atSite === null ? seen : [...seen, heldAtKey(atSite)];
}

/** Whether two states of an item are counted in the same bins. */
export function isCountedTheSame(a: CountedItem, b: CountedItem): boolean {
  const sameTime = a.status === b.status && a.enteredAt === b.enteredAt;
  return sameTime && a.atSite === b.atSite && a.toClient === b.toClient && a.sites.join() === b.sites.join();
}
