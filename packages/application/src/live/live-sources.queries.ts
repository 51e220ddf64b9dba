import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { LiveRow } from '@atelier/domain/live/contract.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Audience } from '../repair-detail/item-view.queries.ts';

/** What decides which topics a row belongs to, and who may see it at all. */
export interface ItemPlace {
  readonly storeId: number;
  readonly rmaId: number;
  readonly status: number;
  /** Sites whose operation users may see it: at, inbound to or sent from (product/identity.md §6). */
  readonly sites: readonly number[];
  readonly shipmentId: number | null;
  /** The shop that keeps it for its client, who chose it instead of the piece's own; null elsewhere. */
  readonly guestAt: number | null;
}

/** Where an item stands now, without the cost of its view. */
export interface PlacedItem {
  readonly id: number;
  readonly version: number;
  readonly place: ItemPlace;
}

/** An item as it is now: its place, and the same view as the list calls give. Both of one reading. */
export interface LiveItem extends PlacedItem {
  /** Of the newest event that is in the view: the item's own, or its deposit's. */
  readonly position: number;
  readonly viewFor: (audience: Audience) => ItemView;
}

/** A row of another kind, and who may see it: stores and sites by id. */
export interface LiveOther {
  readonly row: LiveRow;
  readonly seenBy: readonly number[];
  /** A site that is part of it and may not see it now: it is removed there when it was taken back. */
  readonly hiddenFrom: readonly number[];
}

/** Where the live hub reads rows: once per node and change, whatever the number of screens. */
export interface LiveRowSource {
  readonly places: (ids: readonly number[]) => Promise<readonly PlacedItem[]>;
  readonly items: (ids: readonly number[]) => Promise<readonly LiveItem[]>;
  /**
   * Every place an item stood in, from just before the version given to now, oldest first. For what the hub does not
   * remember: rows are read as they are, which may be further on than the events read so far.
   */
  readonly placesOn: (
    versions: ReadonlyMap<number, number>,
  ) => Promise<ReadonlyMap<number, readonly ItemPlace[]>>;
  /** Every item of these deposits: a changed contact shows on each. */
  readonly itemsOfRmas: (rmaIds: readonly number[]) => Promise<readonly number[]>;
  readonly shipments: (ids: readonly number[]) => Promise<readonly LiveOther[]>;
  readonly clearingRuns: (ids: readonly number[]) => Promise<readonly LiveOther[]>;
  /** Whether a record exists within a scope. */
  readonly isVisible: (scope: DataScope, kind: 'item' | 'rma' | 'shipment', id: number) => Promise<boolean>;
}

/** Whose dashboard: a store's or a site's. */
export interface CounterScope {
  readonly kind: 'store' | 'site';
  readonly siteId: number;
}

/** Where the hub reads a topic's counters, once the projection behind them has passed a position. */
export interface LiveCounterSource {
  /** False when the projection did not get there in time: what is read then is older, and says so itself. */
  readonly waitFor: (position: number) => Promise<boolean>;
  readonly read: (
    scope: CounterScope,
    now: Date,
  ) => Promise<Record<string, unknown> & { readonly position: number }>;
}
