import type { DomainEvent } from '../../decider.ts';
import type { Actor, Instant, SiteId } from '../../kernel.ts';

/** Where a shop keeps a piece, in the words on its furniture; either part may be ''. */
export interface StoragePlace {
  readonly safe: string;
  readonly tray: string;
}

/** Part of stream `item-<id>` (product/repair.md §19). A later one replaces it; null takes the place away. */
export type StoragePlaceSet = DomainEvent<
  'StoragePlaceSet',
  {
    readonly place: StoragePlace | null;
    /** The site whose furniture is meant. */
    readonly siteId: SiteId;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
