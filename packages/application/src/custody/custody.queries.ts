import { findShipmentOfNumber } from '../shipping/shipment-number.queries.ts';
import { CUSTODY_EVENTS, custodyChain, holderOf, type CustodyEvent } from '@atelier/domain/custody/chain.ts';
import type { CustodyRow, CustodyView } from '@atelier/contracts/custody/schema.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { ItemBoundToShipment } from '@atelier/domain/repair/item/events.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import { itemsAt, type PastReader } from '../commands/past-streams.ts';
import {
  custodyItems,
  custodyNames,
  pastCustodyItems,
  toCustodyItem,
  toSpanView,
} from './custody-names.queries.ts';
import { authorOf, fromSpanRow, type HeldSpan, type SpanRow } from './held-span.table.ts';
import { spanRows } from './span-rows.queries.ts';

type Of<Kind extends CustodyView['of']> = Extract<CustodyView, { of: Kind }>;

const isCustodyEvent = isOneOf<CustodyEvent>(CUSTODY_EVENTS);
const isBinding = isOneOf<ItemBoundToShipment>(['ItemBoundToShipment']);

/**
 * Who holds an item's jewel, and its earlier holders: folded from its stream, so never late. Undefined when the item is
 * not the caller's to see today; inside `inScope`.
 */
export async function custodyOfItem(
  trx: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  itemId: number,
): Promise<Of<'item'> | undefined> {
  const item = (await custodyItems(trx, [itemId])).get(itemId);
  if (item === undefined) return undefined;
  const { events } = await store.readStream(itemStream(itemId));
  const spans = chainOf(events);
  const names = await custodyNames(trx, spans, trackingOf(events));
  const held = holderOf(spans);
  return {
    of: 'item',
    at: null,
    item: toCustodyItem(item),
    held: held === undefined ? null : toSpanView(held, names),
    chain: spans.map((span) => toSpanView(span, names)),
    linked_from: item.linked_from,
    linked_to: item.linked_to,
  };
}

const UNKNOWN = { actor: '', worker: null, actorSite: null };

/** The numbers of the packages it was bound to. */
export const trackingOf = (events: readonly StoredEvent[]): ReadonlyMap<number, string> =>
  new Map(events.filter(isBinding).map(({ data }) => [data.shipmentId, data.trackingNumber] as const));

/** Every holder that these events of an item name, with who made it one. */
export function chainOf(events: readonly StoredEvent[]): readonly HeldSpan[] {
  const own = events.filter(isCustodyEvent);
  const authors = new Map(own.map((event) => [event.position, authorOf(event.metadata)]));
  return custodyChain(own).map((span) => ({ ...span, ...(authors.get(span.enteredPosition) ?? UNKNOWN) }));
}

export interface HeldPage {
  readonly page: number;
  readonly pageSize: number;
}
export interface HeldRequest extends HeldPage {
  /** Null = now. */
  readonly past: PastReader | null;
}

/**
 * What a site holds, or kept of pieces it replaced. Undefined unless the caller stands there or sees everything. A caller at
 * the site sees of it what is theirs to see today.
 */
export async function custodyOfSite(
  trx: Kysely<Database>,
  siteId: number,
  kind: 'site' | 'factory-kept',
  { past, page, pageSize }: HeldRequest,
  scope: DataScope,
): Promise<{ readonly view: Of<'site'>; readonly total: number } | undefined> {
  if (scope.kind !== 'all' && (scope.kind === 'none' || scope.siteId !== siteId)) return undefined;
  const site = await trx
    .selectFrom('sites')
    .select(['id', 'code', 'name', 'kind'])
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (site === undefined) return undefined;
  const at = past?.moment.asOf ?? null;
  const { rows } = await sql<{ item_id: number; piece: number; entered_position: number; total: number }>`
    select item_id, piece, entered_position, total
      from custody_held(${kind}, ${siteId}, ${at}::timestamptz, ${(page - 1) * pageSize}, ${pageSize})`.execute(
    trx,
  );
  const [ids, positions] = [rows.map((row) => row.item_id), rows.map((row) => row.entered_position)];
  // An item and a position name one span: no event begins two.
  const spans = await spanRows(trx)
    .where((where) => where('s.item_id', '=', where.fn.any(where.val(ids))))
    .where((where) => where('s.entered_position', '=', where.fn.any(where.val(positions))))
    .orderBy('s.entered_position')
    .orderBy('s.item_id')
    .execute();
  const total = rows[0]?.total ?? 0;
  return { view: { of: 'site', at, site, rows: await rowsOf(trx, spans, past, new Map()) }, total };
}

/** Rows of spans as they were at the moment: what ended after it had not ended yet. */
async function rowsOf(
  trx: Kysely<Database>,
  stored: readonly SpanRow[],
  past: PastReader | null,
  tracking: ReadonlyMap<number, string>,
): Promise<CustodyRow[]> {
  const seen = await custodyItems(
    trx,
    stored.map((row) => row.item_id),
  );
  const items = past === null ? seen : await asTheyWere(trx, [...seen.keys()], past);
  const spans = stored.map((row) => {
    const span = fromSpanRow(row);
    return { id: row.item_id, span: past === null ? span : { ...span, leftAt: null, leftPosition: null } };
  });
  const known = [...items.values()].flatMap((item) =>
    item.shipment_id === null ? [] : [[item.shipment_id, item.shipment_tracking ?? ''] as const],
  );
  const names = await custodyNames(
    trx,
    spans.map(({ span }) => span),
    new Map([...known, ...tracking]),
  );
  return spans.flatMap(({ id, span }) => {
    const item = items.get(id);
    return item === undefined ? [] : [{ item: toCustodyItem(item), held: toSpanView(span, names) }];
  });
}

/** The items as they were at the moment, read without a scope: the caller sees them today, and their site held them then. */
const asTheyWere = async (trx: Kysely<Database>, ids: readonly number[], { store, moment }: PastReader) =>
  pastCustodyItems(trx, await itemsAt(store, ids, moment, { kind: 'all' }));

/**
 * The items of a package, each with who holds it: those still in it, those taken out since, and those it ever travelled
 * with. Undefined when the package is not the caller's to see today.
 */
export async function custodyOfShipment(
  trx: Kysely<Database>,
  trackingNumber: string,
  { page, pageSize }: HeldPage,
): Promise<{ readonly view: Of<'shipment'>; readonly total: number } | undefined> {
  const shipmentId = await findShipmentOfNumber(trx, trackingNumber);
  if (shipmentId === undefined) return undefined;
  const found = await trx
    .selectFrom('shipment_row')
    .select(['id', 'tracking_number', 'state', 'origin', 'destination', 'item_ids'])
    .where('id', '=', shipmentId)
    .executeTakeFirstOrThrow();
  const spans = await spansOfShipment(trx, found);
  const inside = spans.filter((row) => row.holder_kind === 'shipment' && row.holder_id === found.id).length;
  const shown = spans.slice((page - 1) * pageSize, page * pageSize);
  const rows = await rowsOf(trx, shown, null, new Map([[found.id, found.tracking_number]]));
  const ends = await custodyNames(trx, [], new Map());
  const from = ends.sites.get(found.origin);
  if (from === undefined) return undefined;
  const to = found.destination === null ? null : (ends.sites.get(found.destination) ?? null);
  const shipment = { id: found.id, tracking_no: found.tracking_number, state: found.state, from, to };
  return { view: { of: 'shipment', at: null, shipment, inside, rows }, total: spans.length };
}

/** Packages are small: their items' holders, in the order the items were deposited. */
async function spansOfShipment(
  trx: Kysely<Database>,
  { id, item_ids }: { readonly id: number; readonly item_ids: readonly number[] },
): Promise<readonly SpanRow[]> {
  const { rows: inside } = await sql<{ item_id: number }>`
    select item_id from custody_held('shipment', ${id}, null, 0, 10000)`.execute(trx);
  const ids = [...new Set([...item_ids, ...inside.map((row) => row.item_id)])];
  return spanRows(trx)
    .where((where) => where('s.item_id', '=', where.fn.any(where.val(ids))))
    .where('s.piece', '=', 0)
    .where('s.left_at', 'is', null)
    .orderBy('s.item_id')
    .execute();
}
