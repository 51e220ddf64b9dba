import type { ShipmentId } from '@atelier/domain/kernel.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inScope } from '../database.ts';
import type { Database } from '../database.ts';

/**
 * The package in sight that carries this number, or carried it before its carrier gave it another: a number is one
 * package's for good. Two readings: the first is an index, the second the few rows that ever changed.
 */
export async function findShipmentOfNumber(
  trx: Kysely<Database>,
  trackingNumber: string,
): Promise<ShipmentId | undefined> {
  const ids = trx.selectFrom('shipment_row').select('id');
  const now = await ids.where('tracking_number', '=', trackingNumber).executeTakeFirst();
  if (now !== undefined) return now.id;
  const before = await ids
    .where(sql<boolean>`cardinality(former_tracking_numbers) > 0`)
    .where(sql<boolean>`former_tracking_numbers @> array[${trackingNumber}]::text[]`)
    .executeTakeFirst();
  return before?.id;
}

/**
 * For a command: rights are checked on the streams afterwards, so this sees every row.
 * The package that carries, or ever carried, this tracking number, whoever sent it; null when there is none.
 */
export async function findShipmentId(
  db: Kysely<Database>,
  trackingNumber: string,
): Promise<ShipmentId | null> {
  return (await inScope(db, { kind: 'all' }, (trx) => findShipmentOfNumber(trx, trackingNumber))) ?? null;
}
