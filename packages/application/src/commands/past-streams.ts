import { eventsAt, type Moment } from '@atelier/domain/audit/moment.ts';
import { itemStream, rmaStream, shipmentStream } from '@atelier/domain/kernel.ts';
import type { Item, ItemState } from '@atelier/domain/repair/item/item.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { DomainEvent, EventStore, StoredEvent, StreamHistory } from '@atelier/event-store/types.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { itemAggregate, rmaAggregate, shipmentAggregate, type Aggregate } from '../aggregates.ts';
import { visibleItem } from './visible-item.ts';

type Reader = Pick<EventStore, 'readStreams'>;

/** The moment that a read shows, and the reader whose permissions it applies. */
export interface PastReader {
  readonly store: Reader;
  readonly moment: Moment;
  readonly scope: DataScope;
}

/** What a stream says at a moment: its events until then and what they come to. */
export interface PastStream<State> {
  readonly id: number;
  readonly events: readonly StoredEvent[];
  readonly state: State;
}

/** Items as they were at a moment, out of those the caller may see today: without those that they could not see then, or that were not yet there. */
export async function itemsAt(
  store: Reader,
  ids: readonly number[],
  moment: Moment,
  scope: DataScope,
): Promise<readonly PastStream<ItemState>[]> {
  const past = await streamsAt(store, itemAggregate, ids, itemStream, moment);
  return past.filter(({ state }) => visibleItem(state, scope) !== null);
}

/** An item that the caller sees today, now or at a moment at which they could see it; undefined otherwise. Inside `inScope`. */
export async function itemInSight(
  trx: Kysely<Database>,
  itemId: number,
  { store, moment, scope }: ItemReader,
): Promise<Item | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  const state = itemAggregate.stateOf(moment === null ? events : eventsAt(events, moment));
  if (moment !== null) return visibleItem(state, scope) ?? undefined;
  return state.kind === 'item' ? state : undefined;
}

export interface ItemReader {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly scope: DataScope;
  /** Null = now. */
  readonly moment: Moment | null;
}

/** Deposits as they were at a moment. */
export const rmasAt = (store: Reader, ids: readonly number[], moment: Moment) =>
  streamsAt(store, rmaAggregate, ids, rmaStream, moment);

/** Packages as they were at a moment. */
export const shipmentsAt = (store: Reader, ids: readonly number[], moment: Moment) =>
  streamsAt(store, shipmentAggregate, ids, shipmentStream, moment);

async function streamsAt<State>(
  store: Reader,
  kind: Aggregate<State>,
  ids: readonly number[],
  streamOf: (id: number) => string,
  moment: Moment,
): Promise<readonly PastStream<State>[]> {
  const histories = await store.readStreams(ids.map(streamOf));
  return ids.flatMap((id) => {
    const events = eventsOf(histories.get(streamOf(id)), moment);
    return events.length === 0 ? [] : [{ id, events, state: kind.stateOf(events) }];
  });
}

/** The streams as far as they went at a moment; null = now. */
export function streamsUntil(store: Reader, moment: Moment | null): Reader {
  if (moment === null) return store;
  return {
    readStreams: async <E extends DomainEvent>(ids: readonly string[]) => {
      const whole = [...(await store.readStreams<E>(ids))];
      return new Map(
        whole.map(([id, history]) => [id, { ...history, events: eventsAt(history.events, moment) }]),
      );
    },
  };
}

const eventsOf = (history: StreamHistory | undefined, moment: Moment): readonly StoredEvent[] =>
  history === undefined ? [] : eventsAt(history.events, moment);

/** The inline rows of past states, as PostgreSQL takes them: with the version and position that they had. */
export function pastRows<State>(
  kind: Aggregate<State>,
  past: readonly PastStream<State>[],
): readonly object[] {
  return past.flatMap(({ events, state }) => {
    const row = kind.rowOfState(state);
    const last = events.at(-1);
    if (row === undefined || last === undefined) return [];
    return [{ ...row.values, version: last.version, position: last.position }];
  });
}

/** Rows that stand nowhere in the place of a table's own. */
export const rowsInPlaceOf = <Name extends 'item_row' | 'rma_row' | 'shipment_row'>(
  table: Name,
  rows: readonly object[],
) =>
  sql<
    Database[Name]
  >`(select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb))`;
