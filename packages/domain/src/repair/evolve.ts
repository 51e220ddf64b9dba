import { unreachable } from '../decider.ts';
import type { ItemBoundToShipment, ItemEvent, ItemTrackingChanged } from './events.ts';
import type { ItemDeposited } from './deposit-events.ts';
import { depositCorrected, reported } from './evolve-deposit.ts';
import { evolveHolds, NO_HOLDS } from './evolve-holds.ts';
import { evolveMoney, feeAtDeposit, NO_WAIVER } from './evolve-money.ts';
import { evolveRemarks, NO_REMARKS } from './evolve-remarks.ts';
import { evolveScans, NO_SCANS } from './evolve-scans.ts';
import { moved } from './evolve-move.ts';
import { evolveTransfer } from './evolve-transfer.ts';
import type { TransferMarkEvent } from './evolve-transfer.ts';
import type { Custody } from '../kernel.ts';
import type { Item, ItemState, Leg } from './item.ts';
import { SEND_STATUSES, Status } from '../shared/status.ts';

/** Folds one event into an item. Total: an event that cannot follow the state leaves it as it is. */
export function evolveItem(state: ItemState, event: ItemEvent): ItemState {
  if (event.type === 'ItemDeposited') return deposited(event.data);
  if (state.kind === 'none') return state;
  return changed(state, event);
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
      return transferred(item, event.data.to);
    case 'ItemBoundToShipment':
      return bound(item, event.data);
    case 'ItemTrackingChanged':
      return renumbered(item, event.data);
    case 'ItemUnboundFromShipment':
      return { ...item, leg: null };
    case 'ItemScanned':
    case 'ScansCleared':
      return { ...item, scans: evolveScans(item.scans, event) };
    case 'FindingsSaved':
      return { ...item, findings: event.data.findings };
    case 'MeasurementsRecorded':
      return measured(item, event.data);
    case 'OutcomeRecorded':
      return { ...item, outcome: event.data.outcome };
    case 'ItemReplaced':
      return replaced(item, event.data);
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
      return { ...item, linkedTo: event.data.toItemId };
    case 'ItemHandedOver':
      return item.state === 'ended' ? { ...item, handedOverAt: event.data.at } : item;
    case 'FeeQuoted':
    case 'FeeAccepted':
    case 'PaymentRecorded':
    case 'WaiverRequested':
    case 'WaiverDecided':
      return { ...item, ...evolveMoney(item, event) };
    case 'SignatureRecorded': {
      const { kind, version, signature, at } = event.data;
      return { ...item, signatures: [...item.signatures, { kind, version, signature, at }] };
    }
    case 'CommentAdded':
    case 'FollowUpRecorded':
    case 'ReminderDue':
      return { ...item, remarks: evolveRemarks(item.remarks, event) };
    default:
      return unreachable(event);
  }
}

function deposited(data: ItemDeposited['data']): Item {
  return {
    kind: 'item',
    id: data.itemId,
    rmaId: data.rmaId,
    number: data.number,
    storeId: data.storeId,
    customerRef: data.customerRef,
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
    leg: null,
    legs: [],
    sentFrom: [],
    oldPieces: [],
    holds: NO_HOLDS,
    outcome: null,
    findings: null,
    measurements: { stoneCount: null, weightMg: null, photos: [] },
    fee: feeAtDeposit(data),
    waiver: NO_WAIVER,
    signatures: [],
    scans: NO_SCANS,
    lastWorkerId: null,
    remarks: NO_REMARKS,
  };
}

/** Bound again to a package it had left in = the package was unsent: that leg never happened. */
function bound(item: Item, data: ItemBoundToShipment['data']): Item {
  const { shipmentId, trackingNumber, orderType } = data;
  const legs = item.legs.filter((leg) => leg.shipmentId !== shipmentId);
  return { ...item, leg: { shipmentId, trackingNumber, orderType }, legs };
}

function renumbered(item: Item, { shipmentId, trackingNumber }: ItemTrackingChanged['data']): Item {
  const named = (leg: Leg): Leg => (leg.shipmentId === shipmentId ? { ...leg, trackingNumber } : leg);
  return { ...item, leg: item.leg === null ? null : named(item.leg), legs: item.legs.map(named) };
}

/**
 * Travelling begins: the leg stays and becomes the newest; a journey without a move of its own (shop to shop) ends the
 * undo of the move before. It ends: the jewel is bound to nothing.
 */
function transferred(item: Item, to: Custody): Item {
  if (to.kind !== 'shipment') return { ...item, custody: to, leg: null };
  const leg = item.leg ?? item.legs.at(-1) ?? null;
  const sent = item.lastMove !== null && SEND_STATUSES.includes(item.lastMove.to);
  const known = item.legs.at(-1)?.shipmentId === to.shipmentId;
  const legs = leg === null || known ? item.legs : [...item.legs, leg];
  const sentFrom = item.sentFrom.includes(to.from) ? item.sentFrom : [...item.sentFrom, to.from];
  return { ...item, custody: to, leg, legs, sentFrom, lastMove: sent ? item.lastMove : null };
}

function transferMarked(item: Item, event: TransferMarkEvent): Item {
  if (item.state !== 'at-factory' && item.state !== 'in-transit') return item;
  return { ...item, transfer: evolveTransfer(item.transfer, event) };
}

function measured(
  item: Item,
  data: { readonly [K in keyof Item['measurements']]: Item['measurements'][K] },
): Item {
  const before = item.measurements;
  return {
    ...item,
    measurements: {
      stoneCount: data.stoneCount ?? before.stoneCount,
      weightMg: data.weightMg ?? before.weightMg,
      photos: [...before.photos, ...(data.photos ?? [])],
    },
  };
}

function replaced(item: Item, data: Extract<ItemEvent, { type: 'ItemReplaced' }>['data']): Item {
  const { oldPiece, newPiece } = data;
  const kept = { sku: oldPiece.sku, serial: oldPiece.serial, custody: keptBy(oldPiece.keptBy) };
  return { ...item, product: { ...item.product, ...newPiece }, oldPieces: [...item.oldPieces, kept] };
}

function keptBy(siteId: number): Custody {
  return { kind: 'factory-kept', siteId };
}
