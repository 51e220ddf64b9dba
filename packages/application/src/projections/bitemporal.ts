import { placeAfter, type Place } from '@atelier/domain/audit/moment.ts';
import type { ItemEvent, ItemEventType } from '@atelier/domain/repair/item/events.ts';
import { entityIdOf, isOneOf, type Folding } from '@atelier/event-store/projections/projection.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Projection } from './projection.ts';
import { upsertRows } from './upsert.ts';

/** Columns of every table with a row per state of an item, true and known from when to when (decisions/0156). */
export interface StateTable {
  item_id: number;
  began_position: number;
  true_from: Date;
  true_until: Date | null;
  known_from: Date;
  known_until: Date | null;
  /** It began with the deposit. */
  is_first: boolean;
  /** Place of the newest event folded: no later event lies before it. */
  placed_true: Date;
  placed_known: Date;
  version: number;
}

/** A row with its times as text: a Date would lose the microseconds. */
export type TextTimes<Table> = {
  readonly [Column in keyof Table]: Table[Column] extends Date
    ? string
    : Table[Column] extends Date | null
      ? string | null
      : Table[Column];
};
type StateRow = TextTimes<StateTable>;

/** How a table keeps the states of an item. */
interface States<State, Shown extends object, Kept extends object> {
  /** Of the projection and of its table. */
  readonly name: keyof Database;
  readonly evolve: (state: State | undefined, event: PlacedEvent) => State | undefined;
  /** What is read from a row: a change of it ends the row and begins another. */
  readonly shown: (state: State) => Shown;
  /** What the fold goes on with. */
  readonly kept: (state: State) => Kept;
  /** What of `kept` a row says once it has ended, by the state that follows. */
  readonly ended?: (after: State) => Partial<Kept>;
  readonly stateOf: (row: Shown & Kept) => State;
  /** The columns of `Shown` and `Kept`, those with times apart. */
  readonly columns: readonly string[];
  readonly times: readonly string[];
  /** Its state keeps the date that was named at the deposit. */
  readonly isDated?: true;
}

/**
 * Every event of an item but scans, expected dates and passed targets, which change no state and come often: each has a place that the next
 * may not lie before.
 */
const PLACED: Readonly<
  Record<Exclude<ItemEventType, 'ItemScanned' | 'ReadyDateExpected' | 'StageTargetPassed'>, true>
> = {
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
  WeightDifferenceExplained: true,
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
type PlacedEvent = Exclude<ItemEvent, { type: 'ItemScanned' }>;
const DATED = [...TYPES, 'ReadyDateExpected'] as const;

/** The projection that writes a row per state of every item, on both axes. */
export function statesProjection<State, Shown extends object, Kept extends object>(
  states: States<State, Shown, Kept>,
): Projection {
  return {
    name: states.name,
    types: typesOf(states),
    tables: [states.name],
    streamPrefix: 'item',
    begin: async (trx, events) => fold(trx, states, await loadOpen(trx, states, events)),
  };
}

const typesOf = ({ isDated }: Pick<States<never, object, object>, 'isDated'>) =>
  isDated === true ? DATED : TYPES;

/** An item as far as folded: its state, the place of its newest event, and the row that says so. */
interface Held<State, Row> {
  readonly state: State;
  readonly place: Place;
  readonly row: Row;
}

function fold<State, Shown extends object, Kept extends object>(
  trx: Transaction<Database>,
  states: States<State, Shown, Kept>,
  items: Map<number, Held<State, StateRow & Shown & Kept>>,
): Folding {
  type Row = StateRow & Shown & Kept;
  const rows = new Map<string, Row>();
  const put = (row: Row) => rows.set(`${row.item_id} ${row.began_position}`, row);
  const goesOn = (
    { state, row }: Held<State, Row>,
    after: State,
    { trueFrom, knownFrom }: Place,
  ): boolean => {
    // A state that began at this very place was never there to be seen.
    const isUnseen = row.true_from === trueFrom && row.known_from === knownFrom;
    return isUnseen || JSON.stringify(states.shown(state)) === JSON.stringify(states.shown(after));
  };
  const isPlaced = isOneOf<PlacedEvent>(typesOf(states));
  return {
    apply: (event) => {
      if (!isPlaced(event)) return;
      const id = entityIdOf(event.streamId);
      const before = items.get(id);
      if (before !== undefined && event.version <= before.row.version) return;
      const state = states.evolve(before?.state, event);
      if (state === undefined) return;
      const place = placeAfter(before?.place ?? null, event);
      const began = before !== undefined && goesOn(before, state, place) ? before.row : undefined;
      if (before !== undefined && began === undefined)
        put({ ...before.row, ...endedAt(place), ...states.ended?.(state) });
      const row = { ...spanOf(id, place, event, began), ...states.shown(state), ...states.kept(state) };
      items.set(id, { state, place, row });
      put(row);
    },
    save: () =>
      upsertRows(trx, {
        table: states.name,
        key: ['item_id', 'began_position'],
        columns: [...PLAIN, ...SPAN_TIMES, ...states.columns, ...states.times],
        rows: [...rows.values()],
      }),
  };
}

const endedAt = ({ trueFrom, knownFrom }: Place) => ({ true_until: trueFrom, known_until: knownFrom });

function spanOf(
  id: number,
  place: Place,
  { position, version }: StoredEvent,
  began: StateRow | undefined,
): StateRow {
  return {
    item_id: id,
    began_position: began?.began_position ?? position,
    true_from: began?.true_from ?? place.trueFrom,
    true_until: null,
    known_from: began?.known_from ?? place.knownFrom,
    known_until: null,
    is_first: began?.is_first ?? version === 1,
    placed_true: place.trueFrom,
    placed_known: place.knownFrom,
    version,
  };
}

async function loadOpen<State, Shown extends object, Kept extends object>(
  trx: Transaction<Database>,
  { name, columns, times, stateOf }: States<State, Shown, Kept>,
  events: readonly StoredEvent[],
): Promise<Map<number, Held<State, StateRow & Shown & Kept>>> {
  const ids = [...new Set(events.map((event) => entityIdOf(event.streamId)))];
  const { rows } = await sql<StateRow & Shown & Kept>`
    select item_id, began_position, ${sql.join([...SPAN_TIMES, ...times].map(textOf))},
           ${sql.join([...PLAIN, ...columns].map((column) => sql.ref(column)))}
      from ${sql.table(name)} where item_id = any(${ids}::bigint[]) and true_until is null`.execute(trx);
  const held = (row: StateRow & Shown & Kept) => {
    const place = { trueFrom: row.placed_true, knownFrom: row.placed_known };
    return { row, place, state: stateOf(row) };
  };
  return new Map(rows.map((row) => [row.item_id, held(row)]));
}

const PLAIN = ['is_first', 'version'] as const;
const SPAN_TIMES = [
  'true_from',
  'true_until',
  'known_from',
  'known_until',
  'placed_true',
  'placed_known',
] as const;

const textOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${sql.ref(column)}`;
