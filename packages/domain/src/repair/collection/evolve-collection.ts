import { unreachable } from '../../decider.ts';
import type { Day, Instant, Money, SiteId } from '../../kernel.ts';
import { Status, type StatusId } from '../../shared/status.ts';
import type { CollectionEvent, CollectionKind } from './collection-events.ts';
import type { Slot } from './slots.ts';

export interface CollectionChoice {
  readonly kind: CollectionKind;
  readonly shopId: SiteId | null;
  readonly fee: Money | null;
  /** Chosen on the client's page, not by the shop. */
  readonly byClient: boolean;
}

export interface Booking extends Slot {
  readonly siteId: SiteId;
  readonly day: Day;
  readonly byClient: boolean;
}

/** What the client decided about the way their piece comes back. */
export interface Collection {
  readonly choice: CollectionChoice | null;
  readonly booking: Booking | null;
  /** When they last booked or cancelled a time: it answers a reminder as a call does. */
  readonly saidAt: Instant | null;
}

export const NO_COLLECTION: Collection = { choice: null, booking: null, saidAt: null };

export function evolveCollection(collection: Collection, event: CollectionEvent): Collection {
  switch (event.type) {
    case 'CollectionChosen': {
      const { kind, shopId, fee, by } = event.data;
      return { ...collection, choice: { kind, shopId, fee, byClient: isClient(by) } };
    }
    case 'PickupBooked': {
      const { siteId, day, from, to, at, by } = event.data;
      return { ...collection, booking: { siteId, day, from, to, byClient: isClient(by) }, saidAt: at };
    }
    case 'PickupCancelled':
      return { ...collection, booking: null, saidAt: event.data.at };
    default:
      return unreachable(event);
  }
}

const isClient = ({ userId, workerId }: CollectionEvent['data']['by']): boolean =>
  userId === null && workerId === null;

const KEEPS_BOOKING: readonly StatusId[] = [Status.TakenByClient, Status.Closed];

/** A booking ends when the piece leaves its wait; the handover and its undo keep it. */
export function collectionAfterMove(collection: Collection, from: StatusId, to: StatusId): Collection {
  const isKept = KEEPS_BOOKING.includes(to) || (KEEPS_BOOKING.includes(from) && to === Status.ShopReceived);
  return isKept || collection.booking === null ? collection : { ...collection, booking: null };
}
