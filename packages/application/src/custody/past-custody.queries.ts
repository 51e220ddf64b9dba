import { holderOf } from '@atelier/domain/custody/chain.ts';
import type { CustodyRow, CustodyView } from '@atelier/contracts/custody/schema.ts';
import { sql, type Kysely } from 'kysely';
import { itemsAt, type PastReader } from '../commands/past-streams.ts';
import type { Database } from '../platform/database.ts';
import { findPastShipmentRecord } from '../shipping/past-shipment.queries.ts';
import {
  custodyItems,
  custodyNames,
  notYetThere,
  pastCustodyItems,
  toCustodyItem,
  toSpanView,
  type CustodyItem,
} from './custody-names.queries.ts';
import { chainOf, trackingOf, type HeldPage } from './custody.queries.ts';
import type { HeldSpan } from './held-span.table.ts';

type Of<Kind extends CustodyView['of']> = Extract<CustodyView, { of: Kind }>;

/** An item's chain of custody as far as a moment says, folded from its stream. */
interface PastChain {
  readonly item: CustodyItem;
  readonly spans: readonly HeldSpan[];
  readonly tracking: ReadonlyMap<number, string>;
}

/** Of items that the caller sees today and could see then. */
async function chainsAt(
  trx: Kysely<Database>,
  ids: readonly number[],
  { store, moment, scope }: PastReader,
): Promise<readonly PastChain[]> {
  const seen = await custodyItems(trx, ids);
  const past = await itemsAt(store, [...seen.keys()], moment, scope);
  const items = await pastCustodyItems(trx, past);
  return past.flatMap(({ id, events }) => {
    const item = items.get(id);
    return item === undefined ? [] : [{ item, spans: chainOf(events), tracking: trackingOf(events) }];
  });
}

/**
 * What a site held, or had kept of replaced pieces, as was known at a moment: by item, since a log that is not complete does not say
 * who had waited longest. Undefined unless the caller stands there or sees everything.
 */
export async function pastCustodyOfSite(
  trx: Kysely<Database>,
  siteId: number,
  kind: 'site' | 'factory-kept',
  page: HeldPage,
  reader: PastReader,
): Promise<{ readonly view: Of<'site'>; readonly total: number } | undefined> {
  const { scope, moment } = reader;
  if (scope.kind !== 'all' && (scope.kind === 'none' || scope.siteId !== siteId)) return undefined;
  const site = await trx
    .selectFrom('sites')
    .select(['id', 'code', 'name', 'kind'])
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (site === undefined) return undefined;
  const { ids, total } =
    kind === 'site' ? await heldIds(trx, siteId, page, reader) : await keptIds(trx, siteId, page);
  const chains = await chainsAt(trx, ids, reader);
  const rows = await rowsOf(trx, chains, (span) => span.holder.kind === kind && span.leftAt === null);
  return { view: { of: 'site', at: moment.asOf, site, rows }, total };
}

async function heldIds(
  trx: Kysely<Database>,
  siteId: number,
  { page, pageSize }: HeldPage,
  { moment: { asOf, knownAt } }: PastReader,
) {
  const { rows } = await sql<{ item_id: number; total: number }>`
    select item_id, total from held_items_at(${siteId}, ${asOf ?? 'infinity'}::timestamptz,
      ${knownAt ?? 'infinity'}::timestamptz, ${(page - 1) * pageSize}, ${pageSize})`.execute(trx);
  return { ids: rows.map((row) => row.item_id), total: rows[0]?.total ?? 0 };
}

/** Every piece a factory ever kept: they stay there, so the moment only leaves out the newest. */
async function keptIds(trx: Kysely<Database>, siteId: number, { page, pageSize }: HeldPage) {
  const kept = trx
    .selectFrom('custody_spans')
    .select('item_id')
    .distinct()
    .where('holder_kind', '=', 'factory-kept')
    .where('holder_id', '=', siteId);
  const rows = await kept.orderBy('item_id').execute();
  const ids = rows.map((row) => row.item_id);
  return { ids: ids.slice((page - 1) * pageSize, page * pageSize), total: ids.length };
}

/** The items of a package as was known at a moment, each with who held it then. */
export async function pastCustodyOfShipment(
  trx: Kysely<Database>,
  trackingNumber: string,
  { page, pageSize }: HeldPage,
  reader: PastReader,
): Promise<{ readonly view: Of<'shipment'>; readonly total: number } | undefined> {
  const found = await findPastShipmentRecord(trx, trackingNumber, reader);
  if (found === undefined) return undefined;
  const { sites } = await custodyNames(trx, [], new Map());
  const from = sites.get(found.origin);
  if (from === undefined) return undefined;
  const chains = await chainsAt(trx, found.item_ids, reader);
  const rows = await rowsOf(trx, chains, (span) => span.piece === 0 && span.leftAt === null);
  const to = found.destination === null ? null : (sites.get(found.destination) ?? null);
  const shipment = { id: found.id, tracking_no: found.tracking_number, state: found.state, from, to };
  const inside = rows.filter(({ held }) => held.holder.shipment?.id === found.id).length;
  const shown = rows.slice((page - 1) * pageSize, page * pageSize);
  return {
    view: { of: 'shipment', at: reader.moment.asOf, shipment, inside, rows: shown },
    total: rows.length,
  };
}

async function rowsOf(
  trx: Kysely<Database>,
  chains: readonly PastChain[],
  isMeant: (span: HeldSpan) => boolean,
): Promise<CustodyRow[]> {
  const held = chains.flatMap(({ item, spans }) => {
    const span = spans.findLast(isMeant);
    return span === undefined ? [] : [{ item, span }];
  });
  const tracking = new Map(chains.flatMap((chain) => [...chain.tracking]));
  const names = await custodyNames(
    trx,
    held.map(({ span }) => span),
    tracking,
  );
  return held.map(({ item, span }) => ({ item: toCustodyItem(item), held: toSpanView(span, names) }));
}

/** An item's holders as was known at a moment; none before the deposit. Undefined when the caller could not see it then. */
export async function pastCustodyOfItem(
  trx: Kysely<Database>,
  itemId: number,
  reader: PastReader,
): Promise<Of<'item'> | undefined> {
  const item = (await custodyItems(trx, [itemId])).get(itemId);
  if (item === undefined) return undefined;
  const wasThere = await itemsAt(reader.store, [itemId], reader.moment, { kind: 'all' });
  const chain = (await chainsAt(trx, [itemId], reader))[0];
  if (chain === undefined && wasThere.length > 0) return undefined;
  const spans = chain?.spans ?? [];
  const names = await custodyNames(trx, spans, chain?.tracking ?? new Map());
  const held = holderOf(spans);
  return {
    of: 'item',
    at: reader.moment.asOf,
    item: chain === undefined ? notYetThere(item) : toCustodyItem(chain.item),
    held: held === undefined ? null : toSpanView(held, names),
    chain: spans.map((span) => toSpanView(span, names)),
    linked_from: chain?.item.linked_from ?? null,
    linked_to: chain?.item.linked_to ?? null,
  };
}
