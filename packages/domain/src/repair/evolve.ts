import { unreachable } from '../decider.ts';
import type { CustodyTransferred, ItemEvent, ItemHandedOver, ItemLinked } from './item/events.ts';
import type { ItemDeposited } from './item/deposit-events.ts';
import { depositCorrected, reported } from './evolve-deposit.ts';
import { withoutCustomer } from './evolve-erased.ts';
import { evolveHolds, NO_HOLDS } from './holds/evolve-holds.ts';
import { evolveLegs, NO_LEGS, sitesAfter } from './evolve-legs.ts';
import { evolveMoney, feeAtDeposit, NO_WAIVER } from './fees/evolve-money.ts';
import { evolveRemarks, NO_REMARKS } from './remarks/evolve-remarks.ts';
import { evolveScans, NO_SCANS } from './scanning/scanning.ts';
import { evolveCollection, NO_COLLECTION } from './collection/evolve-collection.ts';
import { evolveLoans } from './loans/loans.ts';
import { NO_CLOCK, targetPassed } from './clock/pauses.ts';
import { clockAfter } from './clock/stage-clock.ts';
import { evolveExpected } from './expected/expected-date.ts';
import { moved } from './evolve-move.ts';
import { evolveTransfer, type TransferMarkEvent } from './evolve-transfer.ts';
import { evolveWork, NO_WORK } from './scanning/evolve-work.ts';
import type { Item, ItemState } from './item/item.ts';
import type { FeeApproved } from './item/money-events.ts';
import { evolveReleased } from './pictures/pictures.ts';
import { SEND_STATUSES, Status } from '../shared/status.ts';

/** Folds one event into an item. Total: an event that cannot follow the state leaves it as it is. */
export function evolveItem(state: ItemState, event: ItemEvent): ItemState {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  if (state.kind === 'none') return state;
  const after = changed(state, event);
  return { ...after, clock: clockAfter(state, after, event) };
}

type LaterEvent = Exclude<ItemEvent, ItemDeposited>;

function changed(item: Item, event: LaterEvent): Item {
  switch (event.type) {
    case 'ItemStatusChanged':
      return moved(item, event.data);
    case 'ItemDepositEdited':
    case 'CounterfeitReported':
      return depositCorrected(item, event);
    case 'CustodyTransferred':
      return transferred(item, event);
    case 'ItemBoundToShipment':
    case 'ItemTrackingChanged':
    case 'ItemUnboundFromShipment':
      return { ...item, legs: evolveLegs(item.legs, event) };
    case 'ItemScanned':
    case 'ScansCleared':
      return { ...item, scans: evolveScans(item.scans, event) };
    case 'FindingsSaved':
    case 'MeasurementsRecorded':
    case 'PartsUsed':
    case 'OutcomeRecorded':
      return { ...item, work: evolveWork(item.work, event) };
    case 'ItemReplaced': {
      const product = { ...item.product, ...event.data.newPiece };
      return { ...item, product, work: evolveWork(item.work, event) };
    }
    case 'HoldPlaced':
    case 'HoldReleased':
    case 'ItemMarkedMissing':
    case 'ItemFound':
    case 'ItemDeclaredLost':
      return { ...item, holds: evolveHolds(item.holds, event) };
    case 'TransferNeeded':
    case 'TransferNeedWithdrawn':
    case 'TransferFlagged':
    case 'TransferUnflagged':
      return transferMarked(item, event);
    case 'ItemLinked':
      return linked(item, event.data);
    case 'ItemHandedOver':
      return handedOver(item, event);
    case 'FeeQuoted':
    case 'FeeAccepted':
    case 'FeeLinkMade':
    case 'FeeLinkRevoked':
    case 'PaymentRecorded':
    case 'PaymentCorrected':
    case 'RefundRecorded':
    case 'WaiverRequested':
    case 'WaiverDecided':
      return { ...item, ...evolveMoney(item, event) };
    case 'SignatureRecorded': {
      const { kind, version, signature, signing, at } = event.data;
      const signed = { kind, version, signature, at, ...(signing != null && { signing }) };
      return { ...item, signatures: [...item.signatures, signed] };
    }
    case 'FeeApproved':
    case 'FeeDeclined':
      return { ...item, ...evolveMoney(item, event), signatures: signedFor(item.signatures, event.data) };
    case 'CommentAdded':
    case 'FollowUpRecorded':
    case 'ReminderDue':
      return { ...item, remarks: evolveRemarks(item.remarks, event) };
    case 'PictureReleased':
    case 'PictureWithdrawn':
      return { ...item, releasedPictures: evolveReleased(item.releasedPictures, event) };
    case 'ConditionMarked':
      return { ...item, marks: event.data.marks ?? [] };
    case 'StoragePlaceSet': {
      const { place, siteId } = event.data;
      return { ...item, storage: place === null ? null : { place, siteId } };
    }
    case 'CollectionChosen':
    case 'PickupBooked':
    case 'PickupCancelled':
      return { ...item, collection: evolveCollection(item.collection, event) };
    case 'LoanHandedOut':
    case 'LoanChanged':
    case 'LoanReturned':
    case 'LoanCancelled':
      return { ...item, loans: evolveLoans(item.loans, event) };
    case 'StageTargetPassed':
      return { ...item, clock: targetPassed(item.clock, event) };
    case 'ReadyDateExpected':
      return { ...item, expected: evolveExpected(item.expected, event) };
    case 'WeightDifferenceExplained':
      return item;
    case 'ItemCustomerErased':
      return withoutCustomer(item);
    default:
      return unreachable(event);
  }
}

function linked(item: Item, { toItemId, carriesPayments = false }: ItemLinked['data']): Item {
  return { ...item, linkedTo: toItemId, fee: { ...item.fee, isMoved: carriesPayments } };
}

function handedOver(item: Item, event: ItemHandedOver): Item {
  const settled = { ...item, ...evolveMoney(item, event) };
  return settled.state === 'ended' ? { ...settled, handedOverAt: event.data.at } : settled;
}

/** What was signed for a fee stands among the piece's signatures, where staff read them; an erased one still counts. */
function signedFor(signatures: Item['signatures'], { signature, at }: FeeApproved['data']) {
  const version = signatures.filter(({ kind }) => kind === 'fee').length + 1;
  return [...signatures, { kind: 'fee' as const, version, signature, at }];
}

function deposited(data: ItemDeposited['data']): Item {
  return {
    kind: 'item',
    id: data.itemId,
    rmaId: data.rmaId,
    number: data.number,
    storeId: data.storeId,
    customerRef: data.customerRef,
    isCustomerErased: false,
    linkedFrom: data.linkedFrom,
    linkedTo: null,
    delivery: data.delivery,
    product: data.product,
    purchase: data.purchase,
    weights: data.weights,
    reasonIds: data.reasonIds,
    subReasons: data.subReasons,
    renewReasons: data.renewReasons ?? [],
    images: data.images ?? [],
    goldImage: data.goldImage,
    extendedWarrantyProof: data.extendedWarrantyProof,
    releasedPictures: [],
    marks: [],
    survey: data.survey,
    counterfeits: data.fakeProduct === null ? [] : [reported(data.fakeProduct, data.createdAt, data.by)],
    warranty: data.warranty,
    total180: data.total180,
    createdAt: data.createdAt,
    state: 'at-shop',
    status: Status.Created,
    enteredAt: data.createdAt,
    lastMove: null,
    custody: { kind: 'site', siteId: data.storeId },
    storage: null,
    collection: NO_COLLECTION,
    loans: [],
    expected: null,
    clock: NO_CLOCK,
    legs: NO_LEGS,
    holds: NO_HOLDS,
    work: NO_WORK,
    fee: feeAtDeposit(data),
    waiver: NO_WAIVER,
    signatures: [],
    scans: NO_SCANS,
    lastWorkerId: null,
    remarks: NO_REMARKS,
  };
}

/** Travelling without a separate move (shop to shop) ends the undo of the move before. */
function transferred(item: Item, event: CustodyTransferred): Item {
  const { to } = event.data;
  const isSent = item.lastMove !== null && SEND_STATUSES.includes(item.lastMove.to);
  const lastMove = to.kind !== 'shipment' || isSent ? item.lastMove : null;
  const storage = to.kind === 'shipment' ? null : item.storage;
  const left = { ...item.collection, booking: null };
  const collection = to.kind === 'shipment' ? left : item.collection;
  const sentFrom = sitesAfter(item.legs.sentFrom, item.storeId, event.data);
  const legs = { ...evolveLegs(item.legs, event), sentFrom };
  return { ...item, custody: to, storage, collection, legs, lastMove };
}

function transferMarked(item: Item, event: TransferMarkEvent): Item {
  if (item.state !== 'at-factory' && item.state !== 'in-transit') return item;
  return { ...item, transfer: evolveTransfer(item.transfer, event) };
}
