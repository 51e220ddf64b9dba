import { eventsAt, type Moment } from '@atelier/domain/audit/moment.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { itemAggregate } from '../aggregates.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { entryOf, userIdOf, type EntryReader } from './history-entry.queries.ts';
import { findNames } from '../shared/people.queries.ts';

export interface HistoryReader extends EntryReader {
  readonly scope: DataScope;
  /** Null = now. */
  readonly moment: Moment | null;
}

export interface ItemHistory {
  readonly entries: HistoryEntry[];
  /** The archive that all events of the item were moved to; then there are no entries. */
  readonly archive?: string;
}

/**
 * Every event of an item, oldest first, straight from its stream (a few milliseconds for a whole life, and never
 * late), up to a moment where one is given. Undefined when the item is not the caller's to see today, or was not then; call
 * inside `inScope`.
 */
export async function findItemHistory(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
  reader: HistoryReader,
): Promise<ItemHistory | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const all = await eventsOf(store, itemId);
  if (typeof all === 'string') return { entries: [], archive: all };
  const events = reader.moment === null ? all : eventsAt(all, reader.moment);
  if (reader.moment !== null && visibleItem(itemAggregate.stateOf(events), reader.scope) === null)
    return undefined;
  const names = await findNames(
    trx,
    events.flatMap((event) => userIdOf(event) ?? []),
  );
  return { entries: events.map((event) => entryOf(event, names, reader)) };
}

/** The events, or the name of the archive that holds them. */
async function eventsOf(
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<readonly StoredEvent[] | string> {
  try {
    return (await store.readStream(itemStream(itemId))).events;
  } catch (error) {
    if (error instanceof ArchivedHistory) return error.archive;
    throw error;
  }
}
