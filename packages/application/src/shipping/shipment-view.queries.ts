import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import type { ShipmentStatus } from '@atelier/domain/shipping/shipment.ts';
import type { Kysely, QueryCreator } from 'kysely';
import type { Database } from '../platform/database.ts';
import { findShipmentOfNumber } from './shipment-number.queries.ts';

/** Shipments as their list calls give them, with the ids of their items; call inside `inScope`. */
export function shipmentRecords(db: QueryCreator<Database>) {
  return db
    .selectFrom('shipment_row as p')
    .innerJoin('sites as o', 'o.id', 'p.origin')
    .leftJoin('sites as d', 'd.id', 'p.destination')
    .selectAll('p')
    .select([
      'o.code as origin_code',
      'o.name as origin_name',
      'o.kind as origin_kind',
      'o.currency as origin_currency',
      'd.code as destination_code',
      'd.name as destination_name',
      'd.kind as destination_kind',
    ]);
}

export type ShipmentRecord = Awaited<ReturnType<ReturnType<typeof shipmentRecords>['execute']>>[number];

export function toShipmentView(record: ShipmentRecord): ShipmentView {
  return {
    id: record.id,
    version: record.version,
    tracking_no: record.tracking_number,
    former_tracking_nos: [...(record.former_tracking_numbers ?? [])],
    order_type: record.order_type,
    state: record.state,
    from: { id: record.origin, code: record.origin_code, name: record.origin_name, kind: record.origin_kind },
    to: destinationOf(record),
    to_client: record.to_client,
    carrier: record.carrier ?? '',
    picked_up: record.picked_up,
    seal_number: record.seal_number ?? '',
    gross_weight: record.gross_weight,
    signed: record.signed,
    currency: record.currency ?? record.origin_currency,
    created_at: record.created_at.toISOString(),
    sent_at: record.sent_at?.toISOString() ?? null,
    received_at: record.received_at?.toISOString() ?? null,
    item_count: record.item_count,
    received_count: record.received_count,
    missing_count: record.missing_count,
    extra_count: record.extra_count,
  };
}

function destinationOf(record: ShipmentRecord): ShipmentView['to'] {
  const { destination: id, destination_code: code, destination_name: name, destination_kind: kind } = record;
  return id === null || code === null || name === null || kind === null ? null : { id, code, name, kind };
}

/** The package with this number; undefined when there is none, or it is not the caller's to see. */
export async function findShipmentRecord(
  trx: Kysely<Database>,
  trackingNumber: string,
): Promise<ShipmentRecord | undefined> {
  const id = await findShipmentOfNumber(trx, trackingNumber);
  return id === undefined ? undefined : shipmentRecords(trx).where('p.id', '=', id).executeTakeFirst();
}

/** Packages by id, in no particular order. */
export async function findShipmentRecords(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<readonly ShipmentRecord[]> {
  if (ids.length === 0) return [];
  return shipmentRecords(trx)
    .where((where) => where('p.id', '=', where.fn.any(where.val([...ids]))))
    .execute();
}

export interface ShipmentListRequest {
  readonly direction: 'inbound' | 'outbound' | 'both';
  readonly states?: readonly ShipmentStatus[] | undefined;
  /** The beginning of the tracking number. */
  readonly q?: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface ShipmentPage {
  readonly shipments: readonly ShipmentView[];
  /** Exact up to 10,000, as in the lists of items. */
  readonly total: number;
}

export const ENDS = {
  inbound: ['destination'],
  outbound: ['origin'],
  both: ['origin', 'destination'],
} as const;
const COUNTED_UP_TO = 10_000;

/** A pattern of `like`, whose own signs count as letters. */
const beginningWith = (key: string): string => `${key.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The packages of the caller's site, newest first: what it sends, or what is on its way to it. Who stands nowhere
 * sees all of them, whatever the direction.
 */
export async function listShipments(
  trx: Kysely<Database>,
  { direction, states, q = '', page, pageSize }: ShipmentListRequest,
  scope: DataScope,
): Promise<ShipmentPage> {
  const site = 'siteId' in scope ? scope.siteId : undefined;
  const chosen = trx
    .selectFrom('shipment_row')
    .select('id')
    .$if(site !== undefined, (query) =>
      query.where((row) => row.or(ENDS[direction].map((end) => row(end, '=', site ?? 0)))),
    )
    // A package under way is the receiver's business only from the moment it was sent.
    .$if(direction === 'inbound', (query) => query.where('sent_at', 'is not', null))
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .$if(q !== '', (query) => query.where('tracking_key', 'like', beginningWith(codeKey(q))));
  const ids = await chosen
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counted = await trx
    .selectFrom(chosen.limit(COUNTED_UP_TO).as('some'))
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await findShipmentRecords(
    trx,
    ids.map((row) => row.id),
  );
  return {
    shipments: records.toSorted((a, b) => b.id - a.id).map(toShipmentView),
    total: counted.total,
  };
}
