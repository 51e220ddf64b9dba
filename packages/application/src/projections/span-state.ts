import { unreachable } from '@atelier/domain/decider.ts';
import { micros, toMs, type Custody, type Instant } from '@atelier/domain/kernel.ts';
import type { ItemEvent, ItemStatusChanged } from '@atelier/domain/repair/item/events.ts';
import { sitesAfter } from '@atelier/domain/repair/evolve-legs.ts';
import { evolveTransfer, transferAfterMove } from '@atelier/domain/repair/evolve-transfer.ts';
import { NO_TRANSFER } from '@atelier/domain/repair/item/item.ts';
import type { TransferMarks } from '@atelier/domain/repair/item/parts.ts';
import { type StatusId, Status, isFinal, statusOf } from '@atelier/domain/shared/status.ts';

/** What lists and counters tell apart of an item, and what is needed to go on folding it. */
export interface SpanState {
  readonly storeId: number;
  readonly status: StatusId;
  readonly enteredAt: Instant;
  readonly custodySite: number | null;
  readonly custodyFrom: number | null;
  readonly custodyTo: number | null;
  readonly outcome: string | null;
  readonly transfer: TransferMarks;
  readonly sentFrom: readonly number[];
  readonly remindedAt: Instant | null;
  readonly isEscalated: boolean;
  readonly followedUpAt: Instant | null;
  /** The other shop where the client collects. States that were kept before decisions/0242 lack it. */
  readonly collectShop?: number | null;
}

type Change = Extract<ItemEvent, { type: (typeof CHANGES)[number] }>;
const CHANGES = [
  'ItemStatusChanged',
  'CustodyTransferred',
  'OutcomeRecorded',
  'TransferNeeded',
  'TransferNeedWithdrawn',
  'TransferFlagged',
  'TransferUnflagged',
  'ReminderDue',
  'FollowUpRecorded',
  'CollectionChosen',
  'PickupBooked',
  'PickupCancelled',
] as const satisfies readonly ItemEvent['type'][];
const isChange = (event: ItemEvent): event is Change => CHANGES.some((type) => type === event.type);

/** Folds one event as `evolveItem` does, keeping only what spans are made of. Undefined while the item was never deposited. */
export function evolveSpanState(state: SpanState | undefined, event: ItemEvent): SpanState | undefined {
  if (event.type === 'ItemDeposited') return deposited(event.data.storeId, event.data.createdAt);
  return state === undefined || !isChange(event) ? state : changed(state, event);
}

function changed(state: SpanState, event: Change): SpanState {
  switch (event.type) {
    case 'ItemStatusChanged':
      return moved(state, event.data);
    case 'CustodyTransferred':
      return {
        ...state,
        ...custodyOf(event.data.to),
        sentFrom: sitesAfter(state.sentFrom, state.storeId, event.data),
      };
    case 'OutcomeRecorded':
      return { ...state, outcome: event.data.outcome };
    case 'TransferNeeded':
    case 'TransferNeedWithdrawn':
    case 'TransferFlagged':
    case 'TransferUnflagged':
      return takesTransfer(state) ? { ...state, transfer: evolveTransfer(state.transfer, event) } : state;
    case 'ReminderDue':
      return { ...state, remindedAt: micros(event.data.at), isEscalated: event.data.escalated };
    case 'CollectionChosen':
      return { ...state, collectShop: event.data.shopId };
    case 'FollowUpRecorded':
    case 'PickupBooked':
    case 'PickupCancelled':
      return { ...state, followedUpAt: micros(event.data.at) };
    default:
      return unreachable(event);
  }
}

function deposited(storeId: number, createdAt: Instant): SpanState {
  return {
    storeId,
    status: Status.Created,
    enteredAt: micros(createdAt),
    ...custodyOf({ kind: 'site', siteId: storeId }),
    outcome: null,
    transfer: NO_TRANSFER,
    sentFrom: [],
    remindedAt: null,
    isEscalated: false,
    followedUpAt: null,
    collectShop: null,
  };
}

/** A new wait for the customer begins its reminders again, unless it is an undo. */
function moved(state: SpanState, { to, enteredAt, move }: ItemStatusChanged['data']): SpanState {
  const isUndo = move === 'undo' || move === 'undo-administrative';
  const waitsAnew = to === Status.ShopReceived && !isUndo;
  return {
    ...state,
    status: statusOf(to).id,
    enteredAt: micros(enteredAt),
    transfer: transferAfterMove(state.transfer, to),
    ...(waitsAnew && { remindedAt: null, isEscalated: false }),
  };
}

const takesTransfer = ({ status }: SpanState): boolean =>
  status !== Status.Created && status !== Status.ShopReceived && !isFinal(status);

function custodyOf(custody: Custody): Pick<SpanState, 'custodySite' | 'custodyFrom' | 'custodyTo'> {
  const nowhere = { custodySite: null, custodyFrom: null, custodyTo: null };
  switch (custody.kind) {
    case 'site':
    case 'factory-kept':
      return { ...nowhere, custodySite: custody.siteId };
    case 'shipment':
      return { ...nowhere, custodyFrom: custody.from, custodyTo: custody.to };
    case 'customer':
    case 'passed-on':
    case 'settled':
      return nowhere;
    default:
      return unreachable(custody);
  }
}

/** Everybody, its store, and the sites at, inbound to or sent from: as the item's row has them. */
export function scopeKeysOf(state: SpanState): readonly number[] {
  const sites = new Set(state.sentFrom);
  if (state.custodySite !== null) sites.add(state.custodySite);
  if (state.custodyTo !== null) sites.add(state.custodyTo);
  return [0, -state.storeId, ...[...sites].sort((a, b) => a - b)];
}

/** As `isToCall` of the reminders. */
export function isToCall(state: SpanState): boolean {
  const { remindedAt, followedUpAt, custodySite, storeId, collectShop } = state;
  const isThere = custodySite === storeId || (custodySite !== null && custodySite === collectShop);
  const waits = state.status === Status.ShopReceived && isThere;
  return waits && remindedAt !== null && (followedUpAt === null || toMs(followedUpAt) < toMs(remindedAt));
}
