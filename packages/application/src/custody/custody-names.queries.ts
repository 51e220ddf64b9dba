import type {
  CustodyHead,
  CustodyItemView,
  CustodySpanView,
  HolderView,
} from '@atelier/contracts/custody/schema.ts';
import { unreachable } from '@atelier/domain/decider.ts';
import type { Custody } from '@atelier/domain/kernel.ts';
import type { ItemState } from '@atelier/domain/repair/item/item.ts';
import { productImagePath } from '@atelier/domain/shared/product.ts';
import type { Kysely, QueryCreator } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import { pastRows, rowsInPlaceOf, type PastStream } from '../commands/past-streams.ts';
import type { HeldSpan } from './held-span.table.ts';

type Site = NonNullable<HolderView['site']>;

/** What the ids of spans are called, as far as the caller may know. */
export interface CustodyNames {
  readonly sites: ReadonlyMap<number, Site>;
  readonly users: ReadonlyMap<string, string>;
  readonly tracking: ReadonlyMap<number, string>;
  readonly items: ReadonlyMap<number, string>;
}

/**
 * Looks the names up in a few small reads; inside `inScope`. `tracking`: numbers of packages already known, e.g. from the
 * item's own events: an account that sees the item knows them, also of packages between two factories.
 */
export async function custodyNames(
  trx: Kysely<Database>,
  spans: readonly HeldSpan[],
  tracking: ReadonlyMap<number, string>,
): Promise<CustodyNames> {
  const [sites, users, items] = [
    await trx.selectFrom('sites').select(['id', 'code', 'name', 'kind']).execute(),
    await usersNamed(trx, spans),
    await itemsNamed(trx, spans),
  ];
  return { sites: new Map(sites.map((site) => [site.id, site])), users, items, tracking };
}

async function usersNamed(trx: Kysely<Database>, spans: readonly HeldSpan[]) {
  const ids = [...new Set(spans.map((span) => Number(span.actor)).filter(Number.isSafeInteger))];
  if (ids.length === 0) return new Map<string, string>();
  const rows = await trx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [String(row.id), row.name]));
}

async function itemsNamed(trx: Kysely<Database>, spans: readonly HeldSpan[]) {
  const ids = spans.flatMap(({ holder }) => (holder.kind === 'passed-on' ? [holder.itemId] : []));
  if (ids.length === 0) return new Map<number, string>();
  const rows = await trx.selectFrom('item_row').select(['id', 'number']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row.number]));
}

export function toSpanView(span: HeldSpan, names: CustodyNames): CustodySpanView {
  const isAccount = Number.isSafeInteger(Number(span.actor));
  return {
    piece: span.piece,
    holder: toHolderView(span.holder, names),
    since: span.enteredAt,
    until: span.leftAt,
    position: span.enteredPosition,
    until_position: span.leftPosition,
    actor: isAccount ? (names.users.get(span.actor) ?? '') : span.actor,
    worker: span.worker,
    at_site: siteOf(span.actorSite, names),
  };
}

function toHolderView(holder: Custody, names: CustodyNames): HolderView {
  const view = { kind: holder.kind, site: null, shipment: null, item: null };
  switch (holder.kind) {
    case 'site':
    case 'factory-kept':
      return { ...view, site: siteOf(holder.siteId, names) };
    case 'shipment': {
      const { shipmentId: id, from, to } = holder;
      const tracking_no = names.tracking.get(id) ?? '';
      return { ...view, shipment: { id, tracking_no, from: siteOf(from, names), to: siteOf(to, names) } };
    }
    case 'passed-on':
      return { ...view, item: { id: holder.itemId, number: names.items.get(holder.itemId) ?? '' } };
    case 'customer':
    case 'settled':
      return view;
    default:
      return unreachable(holder);
  }
}

const siteOf = (id: number | null, { sites }: CustodyNames): Site | null =>
  id === null ? null : (sites.get(id) ?? null);

/** The items as custody names them, in the caller's scope; the package each is bound to or travels in beside it. */
export async function custodyItems(trx: QueryCreator<Database>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, CustodyItem>();
  const rows = await trx
    .selectFrom('item_row')
    .select(['id', 'rma_id', 'number', 'sku', 'product_name', 'product_kind', 'status', 'version'])
    .select(['linked_from', 'linked_to', 'shipment_id', 'shipment_tracking'])
    .where((where) => where('id', '=', where.fn.any(where.val([...new Set(ids)]))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same of items as they were. */
export const pastCustodyItems = (trx: Kysely<Database>, past: readonly PastStream<ItemState>[]) =>
  custodyItems(
    trx.with('item_row', () => rowsInPlaceOf('item_row', pastRows(itemAggregate, past))),
    past.map(({ id }) => id),
  );

export interface CustodyItem {
  readonly id: number;
  readonly rma_id: number;
  readonly number: string;
  readonly sku: string;
  readonly product_name: string;
  readonly product_kind: string;
  readonly status: number;
  readonly version: number;
  readonly linked_from: number | null;
  readonly linked_to: number | null;
  readonly shipment_id: number | null;
  readonly shipment_tracking: string | null;
}

export function toCustodyItem(item: CustodyItem): CustodyItemView {
  const { id, rma_id, number, sku, product_name, product_kind, status, version } = item;
  const product = { product_sku: sku, product_name, product_kind, product_image: productImagePath(sku) };
  return { id, rma_id, number, ...product, rma_status_id: status, version };
}

/** An item before its deposit: how it is called now, and no state yet. */
export const notYetThere = (item: CustodyItem): CustodyHead => ({
  ...toCustodyItem(item),
  rma_status_id: null,
  version: 0,
});
