import type { ClearingEvent, ClearingEventType } from './clearing/events.ts';
import type { ItemEvent, ItemEventType } from './repair/item/events.ts';
import type { RmaEvent, RmaEventType } from './deposit/events.ts';
import type { ShipmentEvent, ShipmentEventType } from './shipping/events.ts';

/**
 * Which top-level fields of an event's data are personal, and which field names the person they belong to. The store
 * encrypts these fields under that person's key before hashing; once the key is destroyed they read as null.
 */
export interface PersonalFields {
  /** Field of `data` with the subject's key (a CustomerRef; never itself personal). */
  readonly subject: string;
  readonly fields: readonly string[];
}

const CUSTOMER = 'customerRef';
/** What a colleague wrote about a package, or about a piece. */
const PACKAGE_REASON = { subject: 'wordsRef', fields: ['reason'] } as const;
const REASON = { subject: CUSTOMER, fields: ['reason'] } as const;
/** What a shop lent, in its clerk's words. */
const LOAN_WORDS = { subject: CUSTOMER, fields: ['description', 'condition'] } as const;

// Every event type has a line, so that a new one cannot be forgotten; null = nothing personal in it.

const ITEM_EVENTS = {
  ItemDeposited: {
    subject: CUSTOMER,
    fields: [
      'images',
      'goldImage',
      'extendedWarrantyProof',
      'survey',
      'fakeProduct',
      'renewReasons',
      'warranty.override.reason',
    ],
  },
  ItemDepositEdited: {
    subject: CUSTOMER,
    fields: [
      'images',
      'goldImage',
      'extendedWarrantyProof',
      'survey',
      'renewReasons',
      'warranty.override.reason',
    ],
  },
  CounterfeitReported: { subject: CUSTOMER, fields: ['image', 'remark'] },
  ItemStatusChanged: REASON,
  CustodyTransferred: null,
  ItemBoundToShipment: null,
  ItemUnboundFromShipment: null,
  ItemTrackingChanged: null,
  ItemScanned: null,
  ScansCleared: null,
  FindingsSaved: null,
  MeasurementsRecorded: { subject: CUSTOMER, fields: ['photos'] },
  PartsUsed: null,
  WeightDifferenceExplained: { subject: CUSTOMER, fields: ['note'] },
  OutcomeRecorded: REASON,
  ItemReplaced: null,
  HoldPlaced: REASON,
  HoldReleased: REASON,
  ItemMarkedMissing: null,
  ItemFound: null,
  ItemDeclaredLost: { subject: CUSTOMER, fields: ['reference'] },
  FeeQuoted: REASON,
  FeeAccepted: null,
  FeeLinkMade: null,
  FeeLinkRevoked: null,
  FeeApproved: { subject: CUSTOMER, fields: ['name', 'signature', 'network'] },
  FeeDeclined: { subject: CUSTOMER, fields: ['name', 'signature', 'network'] },
  WaiverRequested: { subject: CUSTOMER, fields: ['remark'] },
  WaiverDecided: REASON,
  PaymentRecorded: { subject: CUSTOMER, fields: ['reference'] },
  PaymentCorrected: { subject: CUSTOMER, fields: ['reference', 'reason'] },
  RefundRecorded: { subject: CUSTOMER, fields: ['reference', 'reason'] },
  SignatureRecorded: { subject: CUSTOMER, fields: ['signature', 'signing'] },
  ItemHandedOver: { subject: CUSTOMER, fields: ['signature', 'carrierProof', 'notReturnedReason'] },
  ItemLinked: REASON,
  CommentAdded: { subject: CUSTOMER, fields: ['text', 'email'] },
  FollowUpRecorded: { subject: CUSTOMER, fields: ['note'] },
  ReminderDue: null,
  TransferNeeded: REASON,
  TransferNeedWithdrawn: null,
  TransferFlagged: null,
  TransferUnflagged: null,
  ConditionMarked: { subject: CUSTOMER, fields: ['marks'] },
  PictureReleased: { subject: CUSTOMER, fields: ['imageId'] },
  PictureWithdrawn: { subject: CUSTOMER, fields: ['imageId'] },
  StoragePlaceSet: null,
  LoanHandedOut: LOAN_WORDS,
  LoanChanged: LOAN_WORDS,
  LoanReturned: { subject: CUSTOMER, fields: ['condition'] },
  LoanCancelled: REASON,
  CollectionChosen: null,
  PickupBooked: null,
  PickupCancelled: null,
  ReadyDateExpected: null,
  StageTargetPassed: null,
  ItemCustomerErased: null,
} as const satisfies Record<ItemEventType, PersonalFields | null>;

const RMA_EVENTS = {
  RmaDeposited: { subject: CUSTOMER, fields: ['contact', 'address'] },
  RmaContactChanged: { subject: CUSTOMER, fields: ['contact', 'address'] },
  RmaEdited: null,
  RmaItemAdded: null,
  RmaCustomerErased: null,
} as const satisfies Record<RmaEventType, PersonalFields | null>;

const SHIPMENT_EVENTS = {
  ShipmentOpened: null,
  ShipmentRouted: null,
  ShipmentItemBound: null,
  ShipmentItemUnbound: null,
  ShipmentItemPriced: null,
  ShipmentSealed: null,
  ShipmentUnsealed: PACKAGE_REASON,
  ShipmentSigned: { subject: 'signerRef', fields: ['signature'] },
  ShipmentSent: null,
  ShipmentUnsent: PACKAGE_REASON,
  ShipmentPickedUp: null,
  ShipmentItemReceived: null,
  ShipmentItemReceiptUndone: null,
  ShipmentItemMissing: null,
  ShipmentItemFound: null,
  ShipmentItemWrittenOff: null,
  ShipmentExtraSetApart: null,
  ShipmentExtraAdopted: null,
  ShipmentExtraHandedBack: PACKAGE_REASON,
  ShipmentArrivalChecked: null,
  ShipmentSavChecked: null,
  ShipmentTrackingChanged: PACKAGE_REASON,
  ShipmentClosed: null,
  ShipmentCancelled: PACKAGE_REASON,
} as const satisfies Record<ShipmentEventType, PersonalFields | null>;

const CLEARING_EVENTS = {
  ClearingRunStarted: null,
  ClearingRunItemsCleared: null,
  ClearingRunFinished: null,
  ClearingRunUndone: null,
} as const satisfies Record<ClearingEventType, PersonalFields | null>;

/** The closed list of event types these slices write; a log with others needs a newer program. */
export const PERSONAL_DATA: Readonly<Record<string, PersonalFields | null>> = {
  ...ITEM_EVENTS,
  ...RMA_EVENTS,
  ...SHIPMENT_EVENTS,
  ...CLEARING_EVENTS,
};

interface Typed {
  readonly type: string;
}

/** Which aggregate an event belongs to, for a reader of the whole log. */
export function isItemEvent(event: Typed): event is ItemEvent {
  return event.type in ITEM_EVENTS;
}
export function isRmaEvent(event: Typed): event is RmaEvent {
  return event.type in RMA_EVENTS;
}
export function isShipmentEvent(event: Typed): event is ShipmentEvent {
  return event.type in SHIPMENT_EVENTS;
}
export function isClearingEvent(event: Typed): event is ClearingEvent {
  return event.type in CLEARING_EVENTS;
}
