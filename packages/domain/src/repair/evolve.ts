import { unreachable } from '../decider.ts';
import type {
  ItemBoundToShipment,
  ItemEvent,
  ItemScanned,
  ItemStatusChanged,
  ItemTrackingChanged,
} from './events.ts';
import type { ItemDeposited } from './deposit-events.ts';
import { depositCorrected, feeAtDeposit, reported } from './evolve-deposit.ts';
import { transferAfter, transferMarked } from './evolve-transfer.ts';
import type { Custody } from '../kernel.ts';
import type { Item, ItemState, Leg } from './item.ts';
import type { WaiverDecided } from './money-events.ts';
import { reminded, reminderAfterMove } from './reminders.ts';
import { SEND_STATUSES, Status } from './status.ts';

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
      return scanned(item, event.data);
    case 'ScansCleared':
      return { ...item, marks: item.marks.filter((mark) => mark.target !== event.data.target) };
    case 'FindingsSaved':
      return { ...item, findings: event.data.findings };
    case 'MeasurementsRecorded':
      return measured(item, event.data);
    case 'OutcomeRecorded':
      return { ...item, outcome: event.data.outcome };
    case 'ItemReplaced':
      return replaced(item, event.data);
    case 'HoldPlaced':
      return { ...item, holds: [...item.holds, event.data.hold] };
    case 'HoldReleased':
      return { ...item, holds: item.holds.filter((hold) => hold !== event.data.hold) };
    case 'ItemMarkedMissing':
      return { ...item, holds: [...item.holds, 'missing'] };
    case 'ItemFound':
    case 'ItemDeclaredLost':
      return { ...item, holds: item.holds.filter((hold) => hold !== 'missing') };
    case 'TransferNeeded':
    case 'TransferNeedWithdrawn':
    case 'TransferFlagged':
    case 'TransferUnflagged':
      return transferMarked(item, event);
    case 'ItemLinked':
      return { ...item, linkedTo: event.data.toItemId };
    case 'ItemHandedOver':
      return { ...item, handedOverAt: event.data.at };
    case 'FeeQuoted':
    case 'FeeAccepted':
    case 'WaiverRequested':
    case 'WaiverDecided':
    case 'PaymentRecorded':
    case 'SignatureRecorded':
    case 'CommentAdded':
    case 'FollowUpRecorded':
    case 'ReminderDue':
      return moneyOrWords(item, event);
    default:
      return unreachable(event);
  }
}

type MoneyOrWords = Extract<
  LaterEvent,
  {
    type:
      | 'FeeQuoted'
      | 'FeeAccepted'
      | 'WaiverRequested'
      | 'WaiverDecided'
      | 'PaymentRecorded'
      | 'SignatureRecorded'
      | 'CommentAdded'
      | 'FollowUpRecorded'
      | 'ReminderDue';
  }
>;

function moneyOrWords(item: Item, event: MoneyOrWords): Item {
  switch (event.type) {
    case 'FeeQuoted': {
      const { fee: due, because } = event.data;
      return { ...item, fee: { ...item.fee, due, byHand: because === 'override' } };
    }
    case 'FeeAccepted':
      return { ...item, fee: { ...item.fee, accepted: event.data.fee } };
    case 'WaiverRequested':
      return { ...item, waiver: { ...item.waiver, code: 1, requests: item.waiver.requests + 1 } };
    case 'WaiverDecided':
      return waiverDecided(item, event.data);
    case 'PaymentRecorded': {
      const { paid, means, at } = event.data;
      return { ...item, fee: { ...item.fee, payments: [...item.fee.payments, { paid, means, at }] } };
    }
    case 'SignatureRecorded': {
      const { kind, version, signature, at } = event.data;
      return { ...item, signatures: [...item.signatures, { kind, version, signature, at }] };
    }
    case 'CommentAdded': {
      const { commentId: id, commentType: type, text, email, at, by } = event.data;
      return { ...item, comments: [...item.comments, { id, type, text, email, at, by }] };
    }
    case 'FollowUpRecorded': {
      const { result, note, at, by } = event.data;
      return { ...item, followUps: [...item.followUps, { result, note, at, by }] };
    }
    case 'ReminderDue':
      return { ...item, reminder: reminded(event.data) };
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
    status: Status.Created,
    enteredAt: data.createdAt,
    lastMove: null,
    beforeSend: null,
    taken: null,
    handedOverAt: null,
    custody: { kind: 'site', siteId: data.storeId },
    leg: null,
    legs: [],
    sentFrom: [],
    oldPieces: [],
    holds: [],
    outcome: null,
    findings: null,
    measurements: { stoneCount: null, weightMg: null, photos: [] },
    fee: feeAtDeposit(data),
    waiver: { code: 0, requests: 0, waivedAmount: null },
    signatures: [],
    transferNeed: null,
    transferTo: null,
    marks: [],
    lastScan: null,
    lastWorkerId: null,
    comments: [],
    followUps: [],
    reminder: null,
  };
}

/** A move spends the marks that waited for it; after an undo nothing more can be undone. */
function moved(item: Item, data: ItemStatusChanged['data']): Item {
  const { from, to, move, at, by, enteredAt, runId } = data;
  const undone = move === 'undo' || move === 'undo-administrative';
  return {
    ...item,
    status: to,
    enteredAt,
    marks: [],
    ...transferAfter(item, to),
    lastWorkerId: by.workerId ?? item.lastWorkerId,
    taken: takenAfter(item, data, undone),
    beforeSend:
      !undone && SEND_STATUSES.includes(to) ? { status: from, enteredAt: item.enteredAt } : item.beforeSend,
    handedOverAt: undone ? null : item.handedOverAt,
    reminder: reminderAfterMove(item, data),
    lastMove: undone
      ? null
      : {
          from,
          to,
          move,
          at,
          by,
          previousEnteredAt: item.enteredAt,
          previousCustody: item.custody,
          previousShipmentId: item.leg?.shipmentId ?? null,
        },
  };

  function takenAfter(before: Item, change: ItemStatusChanged['data'], isUndo: boolean): Item['taken'] {
    if (change.to === Status.TakenByClient)
      return { at: enteredAt, administrative: move === 'administrative', runId };
    return isUndo ? null : before.taken;
  }
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

/** The first scan wins: what others scan at the same target after it is in the log, and takes no mark off its owner. */
function scanned(item: Item, data: ItemScanned['data']): Item {
  const { target, verdict, at, by, siteId } = data;
  const mark = { target, verdict, at, by: by.userId, workerId: by.workerId, siteId };
  if (verdict === 'accepted') return { ...item, lastScan: mark, marks: [...item.marks, mark] };
  const first = [...item.marks, item.lastScan].find((each) => each?.target === target);
  return { ...item, lastScan: first?.verdict === 'accepted' ? first : mark };
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

/** Approved: the fee becomes 0. Rejected: what was agreed no longer counts, the customer must accept anew. */
function waiverDecided(item: Item, data: WaiverDecided['data']): Item {
  if (data.decision === 10) {
    return { ...item, waiver: { ...item.waiver, code: 10 }, fee: { ...item.fee, accepted: null } };
  }
  const due = { ...item.fee.due, amount: 0 };
  return {
    ...item,
    waiver: { ...item.waiver, code: 11, waivedAmount: item.fee.due.amount },
    fee: { ...item.fee, due },
  };
}
