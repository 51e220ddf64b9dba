import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { type ShipmentId, type SiteId, shipmentStream } from '@atelier/domain/kernel.ts';
import type { NavPackage } from '@atelier/domain/nav/follow-package.ts';
import type { Shipment } from '@atelier/domain/shipping/shipment.ts';
import { sql } from 'kysely';
import { shipmentAggregate } from '../aggregates.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { inScope, type AppDb } from '../platform/database.ts';

const EVERYTHING = { kind: 'all' } as const;

/** A package as its stream has it, with what NAV needs to know of its store. */
export interface NavPackageFacts {
  readonly shipment: Shipment;
  readonly store: NavStore;
  readonly pack: NavPackage;
}

export interface NavStore {
  readonly id: SiteId;
  /** The customer number of the store in NAV. */
  readonly nav_code: string;
  readonly currency: string;
  readonly country: string;
}

/** undefined when there is no such package, or nothing says for which store it is. */
export async function findNavPackage(
  services: CommandServices,
  shipmentId: ShipmentId,
): Promise<NavPackageFacts | undefined> {
  const { events } = await services.store.readStream(shipmentStream(shipmentId));
  const shipment = shipmentAggregate.stateOf(events);
  if (shipment.kind === 'none') return undefined;
  const store = await findStore(services.db, shipment);
  if (store === undefined) return undefined;
  const numberTaken = await isNumberTaken(services.db, shipment);
  const storeIsOutside = !services.policy().navExcludedCountries.includes(store.country);
  return { shipment, store, pack: packOf(shipment, { storeId: store.id, storeIsOutside, numberTaken }) };
}

function packOf(
  shipment: Shipment,
  known: Pick<NavPackage, 'storeId' | 'storeIsOutside' | 'numberTaken'>,
): NavPackage {
  return {
    ...known,
    shipmentId: shipment.id,
    trackingNumber: shipment.trackingNumber,
    orderType: shipment.orderType,
    sent: shipment.stage === 'sent' || shipment.stage === 'closed',
    itemIds: shipment.lines.map((line) => line.itemId),
  };
}

/** The shop it goes to; to a client's door, the shop the pieces were deposited at. */
async function findStore(db: AppDb, shipment: Shipment): Promise<NavStore | undefined> {
  const storeId = shipment.destination ?? (await storeOfItems(db, shipment));
  if (storeId === undefined) return undefined;
  return db
    .selectFrom('sites')
    .select(['id', 'nav_code', 'currency', 'country'])
    .where('id', '=', storeId)
    .executeTakeFirst();
}

async function storeOfItems(db: AppDb, { lines }: Shipment): Promise<SiteId | undefined> {
  const [first] = lines;
  if (first === undefined) return undefined;
  const row = await inScope(db, EVERYTHING, (trx) =>
    trx.selectFrom('item_row').select('store_id').where('id', '=', first.itemId).executeTakeFirst(),
  );
  return row?.store_id;
}

/** A package outside the account's view does not exist for it (product/calls.md §2). */
export function isInSight(db: AppDb, scope: DataScope, shipmentId: ShipmentId): Promise<boolean> {
  return inScope(db, scope, async (trx) => {
    const row = await trx
      .selectFrom('shipment_row')
      .select('id')
      .where('id', '=', shipmentId)
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** NAV keeps numbers in capitals: what differs by them alone is one number there. */
async function isNumberTaken(db: AppDb, { id, trackingNumber }: Shipment): Promise<boolean> {
  const other = await db
    .selectFrom('nav_document_row')
    .select('id')
    .where(sql<string>`upper(tracking_number)`, '=', trackingNumber.toUpperCase())
    .where('id', '<>', id)
    .executeTakeFirst();
  return other !== undefined;
}
