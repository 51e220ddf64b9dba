import type { DomainEvent } from '../../decider.ts';
import type { Actor, Day, Instant, Money, SiteId } from '../../kernel.ts';

/** How the client wants their piece back (product/repair.md §20). */
export const COLLECTION_KINDS = ['shop', 'other_shop', 'delivery'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** Part of stream `item-<id>`. The newest counts. It names no address: the deposit holds that, sealed. */
export type CollectionChosen = DomainEvent<
  'CollectionChosen',
  {
    readonly kind: CollectionKind;
    /** The other shop; null for every other kind. */
    readonly shopId: SiteId | null;
    /** What was shown as the price of a delivery; null for every other kind. */
    readonly fee: Money | null;
    readonly at: Instant;
    /** `userId` null: the client, by their link. */
    readonly by: Actor;
  }
>;

/** The client comes at this time of the shop's calendar. A later booking replaces it. */
export type PickupBooked = DomainEvent<
  'PickupBooked',
  {
    readonly siteId: SiteId;
    readonly day: Day;
    /** `HH:MM` on the shop's clock. */
    readonly from: string;
    readonly to: string;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type PickupCancelled = DomainEvent<'PickupCancelled', { readonly at: Instant; readonly by: Actor }>;

export type CollectionEvent = CollectionChosen | PickupBooked | PickupCancelled;
