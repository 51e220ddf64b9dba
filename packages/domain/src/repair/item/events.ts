import type { DomainEvent } from '../../decider.ts';
import type {
  Actor,
  BlobRef,
  ClearingRunId,
  Custody,
  CustomerRef,
  Instant,
  ItemId,
  Money,
  ShipmentId,
  SiteId,
} from '../../kernel.ts';
import type {
  Findings,
  HoldKind,
  Measurements,
  MoveKind,
  Outcome,
  Product,
  ScanVerdict,
} from '../../shared/item-facts.ts';
import type {
  FeeAccepted,
  FeeApproved,
  FeeDeclined,
  FeeLinkMade,
  FeeLinkRevoked,
  FeeQuoted,
  PaymentCorrected,
  PaymentRecorded,
  RefundRecorded,
  WaiverDecided,
  WaiverRequested,
} from './money-events.ts';
import type { WeightDifferenceExplained } from '../weights/weight-events.ts';
import type { PartsUsed } from '../parts/part-events.ts';
import type { ConditionMarked, PictureReleased, PictureWithdrawn } from './picture-events.ts';
import type { CollectionEvent } from '../collection/collection-events.ts';
import type { StageTargetPassed } from '../clock/clock-events.ts';
import type { ReadyDateExpected } from '../expected/expected-events.ts';
import type { LoanEvent } from '../loans/loan-events.ts';
import type { StoragePlaceSet } from './storage-events.ts';
import type { StatusId } from '../../shared/status.ts';
import type { CounterfeitReported, ItemDeposited, ItemDepositEdited } from './deposit-events.ts';
import type { CommentAdded, FollowUpRecorded } from './remark-events.ts';

/** Events of one jewel, stream `item-<id>`. Personal fields are declared in `personal-data.ts`. */

/** What a colleague wrote about a piece; sealed under its customer's key and null once they are erased. */
interface Reasoned {
  readonly reason: string | null;
  /** Whose key seals the reason; absent without one, and in events from before reasons were sealed. */
  readonly customerRef?: CustomerRef;
  readonly at: Instant;
  readonly by: Actor;
}

export type ItemStatusChanged = DomainEvent<
  'ItemStatusChanged',
  {
    readonly from: StatusId;
    readonly to: StatusId;
    readonly move: MoveKind;
    /** Null also once the customer is erased, as every free text of an item. */
    readonly reason: string | null;
    /** Whose key seals the free text; absent without one, and in events from before texts were sealed. */
    readonly customerRef?: CustomerRef;
    /** When it entered `to`: now, or for an undo the time it had before. */
    readonly enteredAt: Instant;
    /** When the move was made. */
    readonly at: Instant;
    readonly by: Actor;
    readonly siteId: SiteId | null;
    readonly runId: ClearingRunId | null;
  }
>;

export type CustodyTransferred = DomainEvent<
  'CustodyTransferred',
  { readonly from: Custody; readonly to: Custody; readonly at: Instant }
>;

export type ItemBoundToShipment = DomainEvent<
  'ItemBoundToShipment',
  {
    readonly shipmentId: ShipmentId;
    readonly trackingNumber: string;
    readonly orderType: 1 | 2 | 3 | 4;
    readonly at: Instant;
  }
>;
/** The package it is in, or travels in, carries another number now. */
export type ItemTrackingChanged = DomainEvent<
  'ItemTrackingChanged',
  {
    readonly shipmentId: ShipmentId;
    readonly from: string;
    readonly trackingNumber: string;
    readonly at: Instant;
  }
>;
export type ItemUnboundFromShipment = DomainEvent<
  'ItemUnboundFromShipment',
  { readonly shipmentId: ShipmentId; readonly at: Instant }
>;

export type ItemScanned = DomainEvent<
  'ItemScanned',
  {
    readonly target: StatusId;
    readonly verdict: ScanVerdict;
    readonly trackingNumber: string | null;
    readonly siteId: SiteId | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** "Clear all": unsaved marks for a target are dropped. */
export type ScansCleared = DomainEvent<'ScansCleared', { readonly target: StatusId; readonly at: Instant }>;

export type FindingsSaved = DomainEvent<
  'FindingsSaved',
  { readonly findings: Findings; readonly at: Instant; readonly by: Actor }
>;
export type MeasurementsRecorded = DomainEvent<
  'MeasurementsRecorded',
  {
    readonly customerRef: CustomerRef;
    readonly status: StatusId;
    readonly stoneCount: Measurements['stoneCount'];
    readonly weightMg: Measurements['weightMg'];
    readonly photos: Measurements['photos'];
    readonly pictureDigests?: readonly string[];
    /** Milligrams recovered for the safe, and lost as dust, since the last weighing; absent = none. */
    readonly scrapMg?: number;
    readonly lossMg?: number;
    /** The weighing before this one was read or typed wrongly: this one takes its place. */
    readonly replaces?: true;
    /** Where it was weighed, and the difference that the configuration tolerated there; since weights are balanced. */
    readonly siteId?: SiteId;
    readonly toleranceMg?: number;
    readonly at: Instant;
  }
>;
export type OutcomeRecorded = DomainEvent<'OutcomeRecorded', Reasoned & { readonly outcome: Outcome }>;
export type ItemReplaced = DomainEvent<
  'ItemReplaced',
  {
    readonly oldPiece: { readonly sku: string; readonly serial: string | null; readonly keptBy: SiteId };
    readonly newPiece: {
      readonly sku: string;
      readonly serial: string | null;
      readonly size: string | null;
      /** Not written by the first releases: the piece then kept the name of the old one. */
      readonly name?: string;
      readonly kind?: Product['kind'];
    };
    readonly at: Instant;
    readonly by: Actor;
  }
>;

export type HoldPlaced = DomainEvent<'HoldPlaced', Reasoned & { readonly hold: HoldKind }>;
export type HoldReleased = DomainEvent<'HoldReleased', Reasoned & { readonly hold: HoldKind }>;
export type ItemMarkedMissing = DomainEvent<
  'ItemMarkedMissing',
  { readonly siteId: SiteId | null; readonly at: Instant; readonly by: Actor }
>;
export type ItemFound = DomainEvent<
  'ItemFound',
  { readonly siteId: SiteId | null; readonly at: Instant; readonly by: Actor }
>;
export type ItemDeclaredLost = DomainEvent<
  'ItemDeclaredLost',
  {
    readonly settlement: Money;
    /** Null once the customer is erased. */
    readonly reference: string | null;
    readonly customerRef?: CustomerRef;
    readonly approvedBy: Actor;
    readonly at: Instant;
  }
>;

export type SignatureRecorded = DomainEvent<
  'SignatureRecorded',
  {
    readonly customerRef: CustomerRef;
    readonly kind: 'deposit' | 'pickup';
    /** 1, 2, … per kind; a version is never replaced. */
    readonly version: number;
    readonly signature: BlobRef;
    /** Signed for several pieces at once: the first piece's document, by which a call names all of them. */
    readonly signing?: BlobRef | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The jewel left the shop: to its owner at pickup or hand-back, or by a carrier to the client. */
export type ItemHandedOver = DomainEvent<
  'ItemHandedOver',
  {
    readonly customerRef: CustomerRef;
    readonly how: 'pickup' | 'hand-back' | 'delivered' | 'after-administrative';
    readonly signature: BlobRef | null;
    readonly carrierProof: string | null;
    /** What was to be returned and was not, with the reason that was given for it. */
    readonly notReturned?: Money | null;
    readonly notReturnedReason?: string | null;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/** The closed item points to the one that continues it. */
export type ItemLinked = DomainEvent<
  'ItemLinked',
  {
    readonly toItemId: ItemId;
    readonly reason: string | null;
    readonly customerRef?: CustomerRef;
    /** What was paid for the old piece goes on with the new one; absent in events before that was so. */
    readonly carriesPayments?: boolean;
    readonly at: Instant;
  }
>;

/** Another factory has to do the repair; the reason is free text. The piece waits for packing. */
export type TransferNeeded = DomainEvent<'TransferNeeded', Reasoned>;
export type TransferNeedWithdrawn = DomainEvent<
  'TransferNeedWithdrawn',
  { readonly at: Instant; readonly by: Actor }
>;
/** The customer is to be called: 7, 14, 21 … days after the piece came back to its shop (product/reminders.md §1). */
export type ReminderDue = DomainEvent<
  'ReminderDue',
  {
    readonly number: number;
    readonly dueAt: Instant;
    readonly escalated: boolean;
    readonly at: Instant;
    readonly by: Actor;
  }
>;

export type TransferFlagged = DomainEvent<
  'TransferFlagged',
  { readonly toSiteId: SiteId; readonly at: Instant; readonly by: Actor }
>;
export type TransferUnflagged = DomainEvent<
  'TransferUnflagged',
  { readonly at: Instant; readonly by: Actor }
>;

/** The piece's customer was erased: nothing personal of the events before it can be read, and nothing is kept of later ones. */
export type ItemCustomerErased = DomainEvent<
  'ItemCustomerErased',
  { readonly customerRef: CustomerRef; readonly at: Instant }
>;

export type ItemEvent =
  | ItemDeposited
  | ItemDepositEdited
  | CounterfeitReported
  | ItemStatusChanged
  | CustodyTransferred
  | ItemBoundToShipment
  | ItemUnboundFromShipment
  | ItemTrackingChanged
  | ItemScanned
  | ScansCleared
  | FindingsSaved
  | MeasurementsRecorded
  | PartsUsed
  | WeightDifferenceExplained
  | OutcomeRecorded
  | ItemReplaced
  | HoldPlaced
  | HoldReleased
  | ItemMarkedMissing
  | ItemFound
  | ItemDeclaredLost
  | FeeQuoted
  | FeeAccepted
  | FeeLinkMade
  | FeeLinkRevoked
  | FeeApproved
  | FeeDeclined
  | WaiverRequested
  | WaiverDecided
  | PaymentRecorded
  | PaymentCorrected
  | RefundRecorded
  | SignatureRecorded
  | ItemHandedOver
  | ItemLinked
  | CommentAdded
  | FollowUpRecorded
  | ReminderDue
  | TransferNeeded
  | TransferNeedWithdrawn
  | TransferFlagged
  | TransferUnflagged
  | ConditionMarked
  | PictureReleased
  | PictureWithdrawn
  | StoragePlaceSet
  | CollectionEvent
  | LoanEvent
  | ReadyDateExpected
  | StageTargetPassed
  | ItemCustomerErased;

export type ItemEventType = ItemEvent['type'];
