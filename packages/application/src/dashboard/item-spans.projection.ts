import { placeAfter, type Place } from '@atelier/domain/audit/moment.ts';
import type { ItemEvent, ItemEventType } from '@atelier/domain/repair/item/events.ts';
import { entityIdOf, isOneOf, type Folding } from '@atelier/event-store/projections/projection.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Projection } from '../projections/projection.ts';
import { upsertRows } from '../projections/upsert.ts';
import type { ItemSpanRow } from './item-span.table.ts';
import { evolveSpanState, isToCall, scopeKeysOf, type SpanState } from './span-state.projection.ts';

/** Every event of an item but its scans, which change nothing here: each has a place that the next may not lie before. */
const PLACED: Readonly<Record<Exclude<ItemEventType, 'ItemScanned'>, true>> = {
  ItemDeposited: true,
  ItemDepositEdited: true,
  CounterfeitReported: true,
  ItemStatusChanged: true,
  CustodyTransferred: true,
  ItemBoundToShipment: true,
  ItemUnboundFromShipment: true,
  ItemTrackingChanged: true,
  ScansCleared: true,
  FindingsSaved: true,
  MeasurementsRecorded: true,
  PartsUsed: true,
  OutcomeRecorded: true,
  ItemReplaced: true,
  HoldPlaced: true,
  HoldReleased: true,
  ItemMarkedMissing: true,
  ItemFound: true,
  ItemDeclaredLost: true,
  FeeQuoted: true,
  FeeAccepted: true,
  FeeLinkMade: true,
  FeeLinkRevoked: true,
  FeeApproved: true,
  FeeDeclined: true,
  WaiverRequested: true,
  WaiverDecided: true,
  PaymentRecorded: true,
  PaymentCorrected: true,
  RefundRecorded: true,
  SignatureRecorded: true,
  ItemHandedOver: true,
  ItemLinked: true,
  CommentAdded: true,
  FollowUpRecorded: true,
  ReminderDue: true,
  TransferNeeded: true,
  TransferNeedWithdrawn: true,
  TransferFlagged: true,
  TransferUnflagged: true,
  ConditionMarked: true,
  PictureReleased: true,
  PictureWithdrawn: true,
  StoragePlaceSet: true,
  LoanHandedOut: true,
  LoanChanged: true,
  LoanReturned: true,
  LoanCancelled: true,
  CollectionChosen: true,
  PickupBooked: true,
  PickupCancelled: true,
  ItemCustomerErased: true,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are the types of the same type
const TYPES = Object.keys(PLACED) as (keyof typeof PLACED)[];

/**
 * What every item counted as from when to when, on both axes (decisions/0156): what dashboards, boards and lists of a past
 * moment are read from. It has its own checkpoint, so that today's counters wait for nothing of it.
 */
export const itemSpansProjection: Projection = {
  name: 'item_spans',
  types: TYPES,
  tables: ['item_spans'],
  streamPrefix: 'item',
  begin: async (trx, events) => fold(trx, await loadOpen(trx, events)),
};

type PlacedEvent = Exclude<ItemEvent, { type: 'ItemScanned' }>;
const isPlaced = isOneOf<PlacedEvent>(TYPES);

/** An item as far as folded: its state, the place of its newest event, and the row that says so. */
interface Held {
  readonly state: SpanState;
  readonly place: Place;
  readonly row: ItemSpanRow;
}

function fold(trx: Transaction<Database>, items: Map<number, Held>): Folding {
  const rows = new Map<string, ItemSpanRow>();
  const put = (row: ItemSpanRow) => rows.set(`${row.item_id} ${row.began_position}`, row);
  return {
    apply: (event) => {
      if (!isPlaced(event)) return;
      const id = entityIdOf(event.streamId);
      const before = items.get(id);
      if (before !== undefined && event.version <= before.row.version) return;
      const state = evolveSpanState(before?.state, event);
      if (state === undefined) return;
      const place = placeAfter(before?.place ?? null, event);
      const began = before !== undefined && goesOn(before, state, place) ? before.row : undefined;
      if (before !== undefined && began === undefined) put(ended(before.row, place));
      const row = rowOf(id, state, place, event, began);
      items.set(id, { state, place, row });
      put(row);
    },
    save: () => upsertRows(trx, { ...SPANS, rows: [...rows.values()] }),
  };
}

/** The span stays when nothing that is shown changed, or when the state it began with was never there to be seen. */
function goesOn({ state, row }: Held, after: SpanState, { trueFrom, knownFrom }: Place): boolean {
  const isUnseen = row.true_from === trueFrom && row.known_from === knownFrom;
  return isUnseen || JSON.stringify(shownOf(state)) === JSON.stringify(shownOf(after));
}

const ended = (row: ItemSpanRow, { trueFrom, knownFrom }: Place): ItemSpanRow => ({
  ...row,
  true_until: trueFrom,
  known_until: knownFrom,
});

function rowOf(
  id: number,
  state: SpanState,
  place: Place,
  { position, version }: StoredEvent,
  began: ItemSpanRow | undefined,
): ItemSpanRow {
  return {
    item_id: id,
    began_position: began?.began_position ?? position,
    true_from: began?.true_from ?? place.trueFrom,
    true_until: null,
    known_from: began?.known_from ?? place.knownFrom,
    known_until: null,
    is_first: began?.is_first ?? version === 1,
    ...shownOf(state),
    sent_from: [...state.sentFrom],
    reminded_at: state.remindedAt,
    reminder_escalated: state.isEscalated,
    followed_up_at: state.followedUpAt,
    placed_true: place.trueFrom,
    placed_known: place.knownFrom,
    version,
  };
}

function shownOf(state: SpanState) {
  const toCall = isToCall(state);
  return {
    store_id: state.storeId,
    status: state.status,
    entered_at: state.enteredAt,
    custody_site: state.custodySite,
    custody_from: state.custodyFrom,
    custody_to: state.custodyTo,
    scope_keys: [...scopeKeysOf(state)],
    outcome: state.outcome,
    transfer_to: state.transfer.to,
    transfer_needed_at: state.transfer.need?.at ?? null,
    to_call: toCall,
    call_escalated: toCall && state.isEscalated,
  };
}

async function loadOpen(
  trx: Transaction<Database>,
  events: readonly StoredEvent[],
): Promise<Map<number, Held>> {
  const ids = [...new Set(events.map((event) => entityIdOf(event.streamId)))];
  const { rows } = await sql<ItemSpanRow>`
    select item_id, began_position, ${sql.join(TIMES.map(textOf))}, is_first, store_id, status, custody_site, custody_from,
           custody_to, scope_keys, outcome, transfer_to, to_call, call_escalated, sent_from, reminder_escalated, version
      from item_spans where item_id = any(${ids}::bigint[]) and true_until is null`.execute(trx);
  return new Map(rows.map((row) => [row.item_id, heldOf(row)]));
}

const TIMES = [
  'true_from',
  'true_until',
  'known_from',
  'known_until',
  'entered_at',
  'transfer_needed_at',
  'reminded_at',
  'followed_up_at',
  'placed_true',
  'placed_known',
] as const;

const textOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${sql.ref(column)}`;

function heldOf(row: ItemSpanRow): Held {
  const need = row.transfer_needed_at === null ? null : { reason: '', at: row.transfer_needed_at };
  return {
    row,
    place: { trueFrom: row.placed_true, knownFrom: row.placed_known },
    state: {
      storeId: row.store_id,
      status: row.status,
      enteredAt: row.entered_at,
      custodySite: row.custody_site,
      custodyFrom: row.custody_from,
      custodyTo: row.custody_to,
      outcome: row.outcome,
      transfer: { need, to: row.transfer_to },
      sentFrom: row.sent_from,
      remindedAt: row.reminded_at,
      isEscalated: row.reminder_escalated,
      followedUpAt: row.followed_up_at,
    },
  };
}

const SPANS = {
  table: 'item_spans',
  key: ['item_id', 'began_position'],
  columns: [
    ...TIMES,
    'is_first',
    'store_id',
    'status',
    'custody_site',
    'custody_from',
    'custody_to',
    'scope_keys',
    'outcome',
    'transfer_to',
    'to_call',
    'call_escalated',
    'sent_from',
    'reminder_escalated',
    'version',
  ],
} as const;
