import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Policy } from '@atelier/domain/policy.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { itemAggregate } from '../aggregates.ts';
import { inScope, readInScope, type Database } from '../platform/database.ts';
import { isDecoded, isUndecodable } from '@atelier/event-store/errors.ts';
import type { DomainEvent, EventStore, LogEvent } from '@atelier/event-store/types.ts';
import { recordsQuery, type ItemRecord } from '../repair-detail/item-record.queries.ts';
import { toItemView } from '../repair-detail/item-view.queries.ts';
import {
  findShipmentRecords,
  toShipmentView,
  type ShipmentRecord,
} from '../shipping/shipment-view.queries.ts';
import type { ItemPlace, LiveItem, LiveOther, LiveRowSource } from './live-sources.queries.ts';

const EVERYTHING: DataScope = { kind: 'all' };
const TABLES = { item: 'item_row', rma: 'rma_row', shipment: 'shipment_row' } as const;

export interface LiveRowOptions {
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readLoggedStreams' | 'sealing'>;
  readonly policy: () => Policy;
  /** Clearing runs as their list call gives them. */
  readonly clearingRuns: LiveRowSource['clearingRuns'];
}

/**
 * Rows for the live hub out of the read model. Read with everybody's eyes, once; who may see which is decided per
 * screen by the row's place.
 */
export function createLiveRows(options: LiveRowOptions): LiveRowSource {
  const { db, pool, store, clearingRuns } = options;
  const read = <T>(work: (trx: Kysely<Database>) => Promise<T>): Promise<T> => inScope(db, EVERYTHING, work);
  return {
    places: async (ids) => {
      // Every change of every node waits for this and the next reading: one round trip each.
      const rows = await readInScope(pool, EVERYTHING, placesQuery(db, ids));
      return rows.map((row) => ({ id: row.id, version: row.version, place: placeOf(row) }));
    },
    items: async (ids) => {
      if (ids.length === 0) return [];
      const sealed = await readInScope(pool, EVERYTHING, recordsQuery(ids));
      // The plan of the query decides their order; screens get them in the order of the changes.
      const records = new Map((await store.sealing.openRows(sealed)).map((record) => [record.id, record]));
      return ids.flatMap((id) => records.get(id) ?? []).map((record) => liveItemOf(record, options.policy()));
    },
    placesOn: (versions) => readPlacesOn(store, versions),
    itemsOfRmas: (rmaIds) => read((trx) => findItemsOfRmas(trx, rmaIds)),
    shipments: async (ids) => (await read((trx) => findShipmentRecords(trx, ids))).map(liveShipmentOf),
    clearingRuns,
    isVisible: (scope, kind, id) =>
      inScope(db, scope, async (trx) => {
        const found = await trx.selectFrom(TABLES[kind]).select('id').where('id', '=', id).executeTakeFirst();
        return found !== undefined;
      }),
  };
}

/** The events that can change where an item stands; the others leave its place as it was. */
const MOVING: ReadonlySet<string> = new Set([
  'ItemDeposited',
  'ItemStatusChanged',
  'CustodyTransferred',
  'ItemBoundToShipment',
  'ItemUnboundFromShipment',
  'CollectionChosen',
]);

async function readPlacesOn(
  store: Pick<EventStore, 'readLoggedStreams'>,
  versions: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, readonly ItemPlace[]>> {
  const streams = await store.readLoggedStreams([...versions.keys()].map((id) => `item-${id}`));
  return new Map(
    [...versions].map(([id, from]) => [
      id,
      placesIfSound(decodedStart(streams.get(`item-${id}`)?.events ?? []), from),
    ]),
  );
}

/** The history up to the first event that cannot be decoded: later states of the item cannot be folded. */
function decodedStart(events: readonly LogEvent[]): readonly DomainEvent[] {
  const gap = events.findIndex(isUndecodable);
  return (gap < 0 ? events : events.slice(0, gap)).filter(isDecoded);
}

/** A history that cannot be folded affects only its piece (its projections park it); all other screens continue. */
function placesIfSound(events: readonly DomainEvent[], from: number): readonly ItemPlace[] {
  try {
    return placesFrom(events, from);
  } catch {
    return [];
  }
}

function placesFrom(events: readonly DomainEvent[], from: number): readonly ItemPlace[] {
  return events.flatMap((event, index) => {
    const version = index + 1;
    if (version < from - 1 || (version >= from && !MOVING.has(event.type))) return [];
    const values = itemAggregate.rowOf(events.slice(0, version))?.values;
    return values === undefined ? [] : [placeOf(stood.parse(values))];
  });
}

const stood = z.object({
  store_id: z.number(),
  rma_id: z.number(),
  status: z.number(),
  visible_sites: z.array(z.number()),
  shipment_id: z.number().nullable(),
  custody_site: z.number().nullable(),
  collect_shop: z.number().nullable(),
});

const PLACE = [
  'id',
  'version',
  'store_id',
  'rma_id',
  'status',
  'visible_sites',
  'shipment_id',
  'custody_site',
  'collect_shop',
] as const;

function placesQuery(db: Kysely<Database>, ids: readonly number[]) {
  return db
    .selectFrom('item_row')
    .select(PLACE)
    .where((where) => where('id', '=', where.fn.any(where.val([...ids]))))
    .compile();
}

async function findItemsOfRmas(trx: Kysely<Database>, rmaIds: readonly number[]): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('item_row')
    .select('id')
    .where((where) => where('rma_id', '=', where.fn.any(where.val([...rmaIds]))))
    .execute();
  return rows.map((row) => row.id);
}

function liveItemOf(record: ItemRecord, policy: Policy): LiveItem {
  return {
    id: record.id,
    version: record.version,
    position: Math.max(record.position, record.rma_position ?? 0),
    place: placeOf(record),
    viewFor: (audience) => toItemView(record, { audience, policy }),
  };
}

function liveShipmentOf(record: ShipmentRecord): LiveOther {
  const ends = [record.origin, record.destination].filter((site) => site !== null);
  return {
    row: { kind: 'shipment', ...toShipmentView(record) },
    seenBy: record.visible_sites,
    hiddenFrom: ends.filter((site) => !record.visible_sites.includes(site)),
  };
}

type Placed = z.infer<typeof stood>;

function placeOf(row: Placed): ItemPlace {
  return {
    storeId: row.store_id,
    rmaId: row.rma_id,
    status: row.status,
    sites: row.visible_sites,
    shipmentId: row.shipment_id,
    guestAt: isGuest(row) ? row.collect_shop : null,
  };
}

const isGuest = ({ status, custody_site: here, collect_shop: chosen }: Placed): boolean =>
  status === Status.ShopReceived && here !== null && here === chosen;
