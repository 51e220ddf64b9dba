import type { ItemEventType } from '../repair/item/events.ts';
import type { RmaEventType } from '../deposit/events.ts';
import type { ShipmentEventType } from '../shipping/events.ts';
import type { WebhookType } from './contract.ts';

type Told = ItemEventType | RmaEventType | ShipmentEventType;

/** What an event of the log is called outside; what has no line stays inside. */
const PUBLIC: Readonly<Partial<Record<Told, WebhookType>>> = {
  RmaDeposited: 'repair.created',
  RmaEdited: 'repair.changed',
  RmaContactChanged: 'repair.changed',
  RmaItemAdded: 'repair.changed',
  RmaCustomerErased: 'customer.erased',
  ItemDeposited: 'piece.created',
  ItemDepositEdited: 'piece.changed',
  FindingsSaved: 'piece.changed',
  ItemStatusChanged: 'piece.status_changed',
  CustodyTransferred: 'piece.custody_changed',
  HoldPlaced: 'piece.held',
  HoldReleased: 'piece.released',
  OutcomeRecorded: 'piece.outcome_recorded',
  ItemReplaced: 'piece.replaced',
  ItemMarkedMissing: 'piece.missing',
  ItemFound: 'piece.found',
  ItemDeclaredLost: 'piece.lost',
  ItemHandedOver: 'piece.handed_over',
  LoanHandedOut: 'piece.loan_handed_out',
  LoanChanged: 'piece.loan_changed',
  LoanCancelled: 'piece.loan_changed',
  LoanReturned: 'piece.loan_returned',
  CollectionChosen: 'piece.collection_chosen',
  PickupBooked: 'piece.pickup_booked',
  PickupCancelled: 'piece.pickup_cancelled',
  ReadyDateExpected: 'piece.expected_date_changed',
  StageTargetPassed: 'piece.stage_target_passed',
  FeeQuoted: 'fee.quoted',
  FeeAccepted: 'fee.accepted',
  FeeApproved: 'fee.accepted',
  FeeDeclined: 'fee.declined',
  WaiverDecided: 'fee.waiver_decided',
  PaymentRecorded: 'fee.paid',
  PaymentCorrected: 'fee.payment_corrected',
  RefundRecorded: 'fee.refunded',
  ShipmentSent: 'package.sent',
  ShipmentUnsent: 'package.unsent',
  ShipmentTrackingChanged: 'package.tracking_changed',
  ShipmentItemReceived: 'package.piece_received',
  ShipmentClosed: 'package.closed',
  ShipmentCancelled: 'package.cancelled',
};
const BY_TYPE: ReadonlyMap<string, WebhookType> = new Map(Object.entries(PUBLIC));

/** Types of the log's events that webhooks can send. */
export const LOG_TYPES: readonly string[] = [...BY_TYPE.keys()];

/** Types of the log's events that stand behind these public names. */
export const logTypesOf = (types: readonly string[]): readonly string[] =>
  LOG_TYPES.filter((type) => types.includes(BY_TYPE.get(type) ?? ''));

/** What a delivery is about: a record, whose details are read by the API. */
export interface WebhookSubject {
  readonly kind: 'item' | 'rma' | 'shipment';
  readonly id: number;
}

/** An event of the log as far as deliveries are concerned: never its data. */
export interface ToldEvent {
  readonly type: string;
  readonly streamId: string;
  readonly position: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
}

/** The record that an event's stream is about; undefined for a stream of another kind. */
export function subjectOf(streamId: string): WebhookSubject | undefined {
  const [, kind, id] = /^(item|rma|shipment)-(\d+)$/.exec(streamId) ?? [];
  if (kind !== 'item' && kind !== 'rma' && kind !== 'shipment') return undefined;
  return { kind, id: Number(id) };
}

const ID_FIELD = { item: 'item_id', rma: 'rma_id', shipment: 'package_id' } as const;

/** What travels: what happened, when, to which record, and its place in the log to replay from. Ids only. */
export interface WebhookPayload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, number>>;
}

/** The payload of an event; undefined for one that webhooks do not send. */
export function payloadOf({ type, streamId, position, recordedAt }: ToldEvent): WebhookPayload | undefined {
  const [name, subject] = [BY_TYPE.get(type), subjectOf(streamId)];
  if (name === undefined || subject === undefined) return undefined;
  return { type: name, timestamp: recordedAt, data: { [ID_FIELD[subject.kind]]: subject.id, position } };
}
