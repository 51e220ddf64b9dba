import type { DomainEvent } from '../decider.ts';
import type { Actor, BlobRef, Instant, ItemId, Money, ShipmentId, SiteId } from '../kernel.ts';

/** 1 shop→factory, 2 factory→shop or client, 3 transfer, 4 shop→shop (product/shipping.md §2). */
export type OrderType = 1 | 2 | 3 | 4;

/**
 * What a colleague wrote about a package. It may name the customer of any piece in it, so it is sealed under a key of the package's
 * texts (`package-words-<id>`), which goes with the first of these customers that is erased; then the reason reads null.
 */
interface Reasoned {
  readonly reason: string | null;
  /** Whose key seals the reason; absent without one, and in events from before reasons were sealed. */
  readonly wordsRef?: string;
  readonly at: Instant;
  readonly by: Actor;
}

/** Events of one package, stream `shipment-<id>`. */
export type ShipmentOpened = DomainEvent<
  'ShipmentOpened',
  {
    readonly shipmentId: ShipmentId;
    readonly trackingNumber: string;
    /** The number without case, blanks and hyphens, which no other package may carry; absent in events of earlier releases. */
    readonly trackingKey?: string;
    readonly orderType: OrderType;
    readonly origin: SiteId;
    /** null = to the client's door (order type 2). */
    readonly destination: SiteId | null;
    readonly carrier: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** Another destination or carrier, decided before sending. */
export type ShipmentRouted = DomainEvent<
  'ShipmentRouted',
  {
    readonly destination: SiteId | null;
    readonly carrier: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type ShipmentItemBound = DomainEvent<
  'ShipmentItemBound',
  {
    readonly itemId: ItemId;
    readonly sku: string;
    /** Declared price of the piece; null = not known yet, which blocks sending. */
    readonly price: Money | null;
    readonly at: Instant;
  }
>;
export type ShipmentItemUnbound = DomainEvent<
  'ShipmentItemUnbound',
  { readonly itemId: ItemId; readonly at: Instant }
>;
export type ShipmentItemPriced = DomainEvent<
  'ShipmentItemPriced',
  { readonly itemId: ItemId; readonly price: Money; readonly at: Instant }
>;
export type ShipmentSealed = DomainEvent<
  'ShipmentSealed',
  {
    readonly sealNumber: string | null;
    readonly grossWeightGrams: number | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The seal was broken before sending: contents may change again. */
export type ShipmentUnsealed = DomainEvent<'ShipmentUnsealed', Reasoned>;
export type ShipmentSigned = DomainEvent<
  'ShipmentSigned',
  {
    /** Key of the data subject: the package itself (`shipment-<id>`), since the signer is a courier or colleague. */
    readonly signerRef: string;
    readonly version: number;
    readonly signature: BlobRef;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
export type ShipmentSent = DomainEvent<
  'ShipmentSent',
  { readonly itemIds: readonly ItemId[]; readonly at: Instant; readonly by: Actor }
>;
/** Taken back before the carrier picked it up. */
export type ShipmentUnsent = DomainEvent<'ShipmentUnsent', Reasoned>;
export type ShipmentPickedUp = DomainEvent<'ShipmentPickedUp', { readonly at: Instant; readonly by: Actor }>;
export type ShipmentItemReceived = DomainEvent<
  'ShipmentItemReceived',
  /** `siteId` null = handed to the client by the carrier. */
  { readonly itemId: ItemId; readonly siteId: SiteId | null; readonly at: Instant; readonly by: Actor }
>;
export type ShipmentItemReceiptUndone = DomainEvent<
  'ShipmentItemReceiptUndone',
  { readonly itemId: ItemId; readonly at: Instant; readonly by: Actor }
>;
export type ShipmentItemMissing = DomainEvent<
  'ShipmentItemMissing',
  { readonly itemId: ItemId; readonly at: Instant; readonly by: Actor }
>;
export type ShipmentItemFound = DomainEvent<
  'ShipmentItemFound',
  { readonly itemId: ItemId; readonly at: Instant; readonly by: Actor }
>;
/** A lost item was settled: the package no longer waits for it. */
export type ShipmentItemWrittenOff = DomainEvent<
  'ShipmentItemWrittenOff',
  { readonly itemId: ItemId; readonly at: Instant }
>;
/** Something that is not on the list; it waits apart until an operator adopts it. */
export type ShipmentExtraSetApart = DomainEvent<
  'ShipmentExtraSetApart',
  { readonly code: string; readonly itemId: ItemId | null; readonly at: Instant; readonly by: Actor }
>;
export type ShipmentExtraAdopted = DomainEvent<
  'ShipmentExtraAdopted',
  { readonly code: string; readonly at: Instant; readonly by: Actor }
>;
/** It was none of this package's, and is given back or sent on: custody never came here. */
export type ShipmentExtraHandedBack = DomainEvent<
  'ShipmentExtraHandedBack',
  Reasoned & { readonly code: string }
>;
export type ShipmentArrivalChecked = DomainEvent<
  'ShipmentArrivalChecked',
  {
    readonly sealNumber: string | null;
    readonly grossWeightGrams: number | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The SAV check of what came in (product/shipping.md §12); each result is kept, the newest holds. */
export type ShipmentSavChecked = DomainEvent<
  'ShipmentSavChecked',
  {
    readonly wrongReason: number;
    readonly noWarranty: number;
    /** Pieces of the package when it was checked. */
    readonly items: number;
    /** Which pieces were ticked, where the check was made piece by piece; as many as the counts say. */
    readonly wrongReasonItems?: readonly ItemId[];
    readonly noWarrantyItems?: readonly ItemId[];
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The carrier gave it another number. The old one stays used for good, and still finds the package. */
export type ShipmentTrackingChanged = DomainEvent<
  'ShipmentTrackingChanged',
  {
    readonly from: string;
    readonly to: string;
    /** As `trackingKey` of `ShipmentOpened`. */
    readonly toKey?: string;
  } & Reasoned
>;
export type ShipmentClosed = DomainEvent<'ShipmentClosed', { readonly at: Instant; readonly by: Actor }>;
export type ShipmentCancelled = DomainEvent<'ShipmentCancelled', Reasoned>;

export type ShipmentEvent =
  | ShipmentOpened
  | ShipmentRouted
  | ShipmentItemBound
  | ShipmentItemUnbound
  | ShipmentItemPriced
  | ShipmentSealed
  | ShipmentUnsealed
  | ShipmentSigned
  | ShipmentSent
  | ShipmentUnsent
  | ShipmentPickedUp
  | ShipmentItemReceived
  | ShipmentItemReceiptUndone
  | ShipmentItemMissing
  | ShipmentItemFound
  | ShipmentItemWrittenOff
  | ShipmentExtraSetApart
  | ShipmentExtraAdopted
  | ShipmentExtraHandedBack
  | ShipmentArrivalChecked
  | ShipmentSavChecked
  | ShipmentTrackingChanged
  | ShipmentClosed
  | ShipmentCancelled;
export type ShipmentEventType = ShipmentEvent['type'];
