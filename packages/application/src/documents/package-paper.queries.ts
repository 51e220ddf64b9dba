import { shipmentStream } from '@atelier/domain/kernel.ts';
import { hsHeading } from '@atelier/domain/documents/hs-heading.ts';
import type { CustomsLine, PackageHead, PaperSite } from '@atelier/domain/documents/paper.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { textIn } from '@atelier/domain/contract/translated-text.ts';
import type { Shipment } from '@atelier/domain/shipping/shipment.ts';
import type { Kysely } from 'kysely';
import { shipmentAggregate } from '../aggregates.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore } from '@atelier/event-store/types.ts';
import { findShipmentRecord } from '../shipping/shipment-view.queries.ts';

export interface PackagePaper {
  readonly head: PackageHead;
  readonly lines: readonly CustomsLine[];
  /** Where it is printed from: times are the sender's. */
  readonly timeZone: string;
  /** Items whose value is not known. */
  readonly unpriced: readonly number[];
}

type Reader = Pick<EventStore, 'readStream'>;

/** A package as its papers show it; undefined when there is none, or it is not the caller's to see. In `inScope`. */
export async function findPackagePaper(
  trx: Kysely<Database>,
  store: Reader,
  trackingNumber: string,
  language: ReferenceLanguage,
): Promise<PackagePaper | undefined> {
  const record = await findShipmentRecord(trx, trackingNumber);
  if (record === undefined) return undefined;
  const shipment = shipmentAggregate.stateOf((await store.readStream(shipmentStream(record.id))).events);
  if (shipment.kind === 'none') return undefined;
  const lines = await linesOf(trx, shipment, language);
  const from = await findPaperSite(trx, shipment.origin);
  if (from === undefined) return undefined;
  return {
    head: await headOf(trx, shipment, from),
    lines,
    timeZone: from.timeZone,
    unpriced: shipment.lines.filter(({ price }) => price === null).map(({ itemId }) => itemId),
  };
}

async function headOf(trx: Kysely<Database>, shipment: Shipment, from: PaperSite): Promise<PackageHead> {
  const { destination, carrier } = shipment;
  const to = destination === null ? undefined : await findPaperSite(trx, destination);
  return {
    trackingNumber: shipment.trackingNumber,
    orderType: shipment.orderType,
    from,
    to: to ?? null,
    toCountry: destination === null ? await clientCountry(trx, shipment) : null,
    carrier: carrier === null ? null : await carrierName(trx, carrier),
    sealNumber: shipment.sealNumber,
    grossWeight: shipment.grossWeightGrams,
    itemCount: shipment.lines.length,
    sentAt: shipment.sentAt,
  };
}

interface SiteOfPaper extends PaperSite {
  readonly timeZone: string;
}

function findPaperSite(trx: Kysely<Database>, id: number): Promise<SiteOfPaper | undefined> {
  return trx
    .selectFrom('sites')
    .select(['code', 'name', 'address', 'postal_code as postalCode', 'city', 'country'])
    .select('time_zone as timeZone')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The country alone: where a client lives is the waybill's business. Null when several are meant, or none is known. */
async function clientCountry(trx: Kysely<Database>, { lines }: Shipment): Promise<string | null> {
  const ids = lines.map(({ itemId }) => itemId);
  if (ids.length === 0) return null;
  const rows = await trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select('r.country')
    .where('i.id', 'in', ids)
    .execute();
  const countries = new Set(rows.map(({ country }) => country).filter((country) => country !== ''));
  const [only, ...others] = countries;
  return others.length === 0 ? (only ?? null) : null;
}

/** Carriers are named by code or by hand. */
async function carrierName(trx: Kysely<Database>, carrier: string): Promise<string> {
  const known = await trx
    .selectFrom('carriers')
    .select('name')
    .where('code', '=', carrier)
    .executeTakeFirst();
  return known?.name ?? carrier;
}

/** A line per piece, in the order of packing; the value is the one it was packed with. */
async function linesOf(
  trx: Kysely<Database>,
  { lines }: Shipment,
  language: ReferenceLanguage,
): Promise<CustomsLine[]> {
  const rows = await findPieces(
    trx,
    lines.map(({ itemId }) => itemId),
  );
  const reasons = await reasonNames(trx, language);
  return lines.flatMap(({ itemId, price }) => {
    const row = rows.find(({ id }) => id === itemId);
    if (row === undefined) return [];
    const { number, sku, size, name, metal, final_weight_mg: weighed, weight_mg: listed } = row;
    return {
      number,
      sku,
      size: size ?? '',
      name,
      reasons: row.reasons.flatMap((id) => reasons.get(id) ?? []),
      price,
      metal: metal ?? '',
      hs: hsHeading(metal ?? ''),
      origin: row.origin,
      netWeight: weighed ?? listed,
    };
  });
}

/** `origin` is the country of the factory that made the piece; null unless the findings name one of our factories. */
function findPieces(trx: Kysely<Database>, ids: readonly number[]) {
  return trx
    .selectFrom('item_row as i')
    .leftJoin('products as p', 'p.sku', 'i.sku')
    .leftJoin('sites as f', (join) =>
      join.onRef('f.code', '=', 'i.original_factory').on('f.kind', '=', 'factory'),
    )
    .select(['i.id', 'i.number', 'i.sku', 'i.size', 'i.product_name as name', 'i.reasons'])
    .select(['i.final_weight_mg', 'p.metal', 'p.weight_mg', 'f.country as origin'])
    .where((where) => where('i.id', '=', where.fn.any(where.val([...ids]))))
    .execute();
}

/** Names of all reasons in a language, by id. */
export async function reasonNames(
  trx: Kysely<Database>,
  language: ReferenceLanguage,
): Promise<ReadonlyMap<number, string>> {
  const rows = await trx.selectFrom('rma_reasons').select(['id', 'names']).execute();
  return new Map(rows.map(({ id, names }) => [id, textIn(names, language)]));
}
