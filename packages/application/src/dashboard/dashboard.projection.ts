import type { Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { type Folding, entityIdOf, isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { Projection } from '../projections/projection.ts';
import { deleteZeros, upsertRows } from '../projections/upsert.ts';
import {
  type CountedItem,
  type CountedItemEvent,
  COUNTED_ITEM_EVENTS,
  countedStatus,
  evolveCountedItem,
  hourOf,
  isCountedTheSame,
  scopeKeysOf,
} from './counted-item.projection.ts';
import { countAllItems } from './counters.projection.ts';
import type { CountedItemTable } from './dashboard.table.ts';

/**
 * Counters by (scope, status, hour of entry) and by (scope, week of deposit). +1 on
 * entry, −1 on exit, in the same bin: no timers, and the same rows whenever it is replayed.
 */
export const dashboardProjection: Projection = {
  name: 'dashboard',
  types: COUNTED_ITEM_EVENTS,
  tables: ['item_census', 'status_counters', 'create_counters'],
  streamPrefix: 'item',
  begin: async (trx, events) => {
    const items = await loadCountedItems(trx, events);
    return fold(items, async (changed) => {
      await saveItems(trx, changed);
      await saveCounters(trx, items, changed);
    });
  },
  bulk: {
    begin: (trx) => Promise.resolve(fold(new Map(), (changed) => saveItems(trx, changed))),
    finish: countAllItems,
  },
};

const isCountedItemEvent = isOneOf<CountedItemEvent>(COUNTED_ITEM_EVENTS);

interface Held {
  readonly item: CountedItem;
  readonly version: number;
  readonly sincePosition: number;
}

async function loadCountedItems(
  trx: Transaction<Database>,
  events: readonly StoredEvent[],
): Promise<Map<number, Held>> {
  const ids = [...new Set(events.map((event) => entityIdOf(event.streamId)))];
  const rows = await trx
    .selectFrom('item_census')
    .selectAll()
    .where((where) => where('item_id', '=', where.fn.any(where.val(ids))))
    .execute();
  return new Map(rows.map((row) => [row.item_id, heldOf(row)]));
}

function heldOf(row: CountedItemTable): Held {
  return {
    version: row.version,
    sincePosition: row.since_position,
    item: {
      storeId: row.store_id,
      status: row.status,
      enteredAt: row.entered_at.getTime(),
      week: Date.parse(row.week),
      atSite: row.at_site,
      toClient: row.to_client,
      sites: row.sites,
      sentFrom: row.sent_from,
      since: row.since.getTime(),
    },
  };
}

/** `items`: as they stand before the events. */
function fold(
  items: ReadonlyMap<number, Held>,
  write: (changed: ReadonlyMap<number, Held>) => Promise<void>,
): Folding {
  const changed = new Map<number, Held>();

  const apply = (event: StoredEvent): void => {
    if (!isCountedItemEvent(event)) return;
    const id = entityIdOf(event.streamId);
    const before = changed.get(id) ?? items.get(id);
    if (before !== undefined && event.version <= before.version) return;
    const after = evolveCountedItem(before?.item, event);
    if (after === undefined) return;
    if (before !== undefined && isCountedTheSame(before.item, after)) {
      changed.set(id, { ...before, version: event.version, item: { ...after, since: before.item.since } });
      return;
    }
    changed.set(id, { item: after, version: event.version, sincePosition: event.position });
  };

  return { apply, save: () => write(changed) };
}

const saveItems = (trx: Transaction<Database>, changed: ReadonlyMap<number, Held>): Promise<void> =>
  upsertRows(trx, { ...COUNTED_ITEMS, rows: [...changed].map(([id, held]) => countedItemRow(id, held)) });

/** Every item leaves the bins in which it stood before the batch and enters those in which it stands after it. */
async function saveCounters(
  trx: Transaction<Database>,
  items: ReadonlyMap<number, Held>,
  changed: ReadonlyMap<number, Held>,
): Promise<void> {
  const statuses = new Counts();
  const weeks = new Counts();
  const count = (item: CountedItem, by: 1 | -1): void => {
    const status = countedStatus(item);
    const hour = hourOf(status, item.enteredAt);
    for (const scopeKey of scopeKeysOf(item)) {
      statuses.add(`${scopeKey} ${status} ${hour}`, by);
      weeks.add(`${scopeKey} ${item.week}`, by);
    }
  };
  for (const [id, { item }] of changed) {
    const before = items.get(id);
    if (before !== undefined) count(before.item, -1);
    count(item, 1);
  }
  await saveCounts(trx, 'status_counters', ['scope_key', 'status', 'hour'], statuses.changes(statusRow));
  await saveCounts(trx, 'create_counters', ['scope_key', 'week'], weeks.changes(weekRow));
}

const COUNTED_ITEMS = {
  table: 'item_census',
  key: ['item_id'],
  columns: [
    'store_id',
    'status',
    'entered_at',
    'week',
    'at_site',
    'to_client',
    'sites',
    'sent_from',
    'since',
    'since_position',
    'version',
  ],
} as const;

function countedItemRow(id: number, { item, version, sincePosition }: Held): object {
  return {
    item_id: id,
    store_id: item.storeId,
    status: item.status,
    entered_at: new Date(item.enteredAt).toISOString(),
    week: dayOf(item.week),
    at_site: item.atSite,
    to_client: item.toClient,
    sites: item.sites,
    sent_from: item.sentFrom,
    since: new Date(item.since).toISOString(),
    since_position: sincePosition,
    version,
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Sums by numbers; what cancels out within a batch is never written. */
class Counts {
  readonly #sums = new Map<string, number>();

  add(key: string, by: number): void {
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + by);
  }

  changes(rowOf: (key: readonly number[]) => object): object[] {
    return [...this.#sums]
      .filter(([, total]) => total !== 0)
      .map(([key, total]) => ({ ...rowOf(key.split(' ').map(Number)), total }));
  }
}

const statusRow = ([scope_key, status, hour = 0]: readonly number[]): object => ({
  scope_key,
  status,
  hour: new Date(hour).toISOString(),
});

const weekRow = ([scope_key, week = 0]: readonly number[]): object => ({ scope_key, week: dayOf(week) });

async function saveCounts(
  trx: Transaction<Database>,
  table: 'status_counters' | 'create_counters',
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  await upsertRows(trx, { table, key, columns: ['total'], rows, add: true });
  await deleteZeros(trx, table, key, rows);
}
