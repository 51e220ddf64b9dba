import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { ShipmentState } from '@atelier/domain/shipping/shipment.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Kysely } from 'kysely';
import { shipmentAggregate } from '../aggregates.ts';
import {
  pastRows,
  rowsInPlaceOf,
  shipmentsAt,
  type PastReader,
  type PastStream,
} from '../commands/past-streams.ts';
import type { Database } from '../platform/database.ts';
import { findShipmentOfNumber } from './shipment-number.queries.ts';
import {
  ENDS,
  shipmentRecords,
  toShipmentView,
  type ShipmentListRequest,
  type ShipmentPage,
  type ShipmentRecord,
} from './shipment-view.queries.ts';

/** So many of a site's packages, the newest first, are folded for one list of a past moment. */
const FOLDED_UP_TO = 1_000;

/** A package as it was at a moment, by any number it ever had. Undefined unless the caller sees it today and could see it then. */
export async function findPastShipmentRecord(
  trx: Kysely<Database>,
  trackingNumber: string,
  reader: PastReader,
): Promise<ShipmentRecord | undefined> {
  const id = await findShipmentOfNumber(trx, trackingNumber);
  return id === undefined ? undefined : (await pastRecords(trx, [id], reader))[0];
}

/** The items of that package as they were; none where it was not there, or not in sight. */
export async function itemsOfPastPackage(
  trx: Kysely<Database>,
  trackingNumber: string,
  reader: PastReader,
): Promise<readonly number[]> {
  return (await findPastShipmentRecord(trx, trackingNumber, reader))?.item_ids ?? [];
}

/**
 * A site's packages at a moment, as `listShipments` gives today's: out of its newest thousand, which `total` counts too. Inside
 * `inScope`.
 */
export async function listPastShipments(
  trx: Kysely<Database>,
  { direction, states, q = '', page, pageSize }: ShipmentListRequest,
  reader: PastReader,
): Promise<ShipmentPage> {
  const { scope } = reader;
  const site = 'siteId' in scope ? scope.siteId : undefined;
  const rows = await trx
    .selectFrom('shipment_row')
    .select('id')
    .$if(site !== undefined, (query) =>
      query.where((row) => row.or(ENDS[direction].map((end) => row(end, '=', site ?? 0)))),
    )
    .orderBy('id', 'desc')
    .limit(FOLDED_UP_TO)
    .execute();
  const records = await pastRecords(
    trx,
    rows.map(({ id }) => id),
    reader,
  );
  const listed = records
    .filter((record) => direction !== 'inbound' || record.sent_at !== null)
    .filter((record) => states?.includes(record.state) ?? true)
    .filter((record) => codeKey(record.tracking_number).startsWith(codeKey(q)));
  const shown = listed.slice((page - 1) * pageSize, page * pageSize);
  return { shipments: shown.map(toShipmentView), total: listed.length };
}

async function pastRecords(
  trx: Kysely<Database>,
  ids: readonly number[],
  { store, moment, scope }: PastReader,
): Promise<readonly ShipmentRecord[]> {
  const past = (await shipmentsAt(store, ids, moment)).filter((each) => wasSeen(each, scope));
  if (past.length === 0) return [];
  const records = await shipmentRecords(
    trx.with('shipment_row', () => rowsInPlaceOf('shipment_row', pastRows(shipmentAggregate, past))),
  ).execute();
  return records.toSorted((a, b) => b.id - a.id);
}

/** At its two ends, as the row policy has it today. */
function wasSeen({ state }: PastStream<ShipmentState>, scope: DataScope): boolean {
  if (scope.kind === 'all') return true;
  const sites = shipmentAggregate.rowOfState(state)?.values['visible_sites'];
  return 'siteId' in scope && Array.isArray(sites) && sites.includes(scope.siteId);
}
