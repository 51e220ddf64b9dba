import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { SiteId } from '@atelier/domain/kernel.ts';
import type { ShipmentStatus } from '@atelier/domain/shipping/shipment.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { findShipmentRecords, type ShipmentRecord } from '../shipping/shipment-view.queries.ts';

const TRANSFER = 3;
const COUNTED_UP_TO = 10_000;

export interface TransferPackages {
  readonly direction: 'inbound' | 'outbound' | undefined;
  readonly state: ShipmentStatus | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** `GET /sav/transfer_package`: packages of order type 3 of the caller's site, newest first; all of them for who stands nowhere. */
export async function listTransferPackages(
  trx: Kysely<Database>,
  { direction, state, page, pageSize }: TransferPackages,
  scope: DataScope,
): Promise<{ readonly records: readonly ShipmentRecord[]; readonly total: number }> {
  const site = 'siteId' in scope ? scope.siteId : undefined;
  const chosen = trx
    .selectFrom('shipment_row')
    .select('id')
    .where('order_type', '=', TRANSFER)
    .$if(site !== undefined, (query) => query.where((row) => atEnd(row, direction, site ?? 0)))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'Sent'));
  const from = (page - 1) * pageSize;
  const ids = await chosen.orderBy('id', 'desc').limit(pageSize).offset(from).execute();
  const { total } = await trx
    .selectFrom(chosen.limit(COUNTED_UP_TO).as('some'))
    .select((some) => some.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await findShipmentRecords(
    trx,
    ids.map(({ id }) => id),
  );
  return { records: records.toSorted((a, b) => b.id - a.id), total };
}

type Row = ExpressionBuilder<Database, 'shipment_row'>;

/** A package on its way is the receiver's business only from the moment it was sent. */
function atEnd(row: Row, direction: TransferPackages['direction'], site: SiteId) {
  const leaves = row('origin', '=', site);
  const comes = row.and([row('destination', '=', site), row('sent_at', 'is not', null)]);
  if (direction === undefined) return row.or([leaves, comes]);
  return direction === 'inbound' ? comes : leaves;
}
