import { codeKey } from '@atelier/domain/contract/codes.ts';
import type { ShipmentId } from '@atelier/domain/kernel.ts';
import { sql, type Kysely } from 'kysely';
import { inScope, type Database } from '../platform/database.ts';

/**
 * The package in sight that carries this number, or carried it before its carrier gave it another, however it is written: a
 * number is one package's for good. Of packages that earlier releases let differ by case alone, the one written so comes
 * first, then the oldest. Two reads: the first uses an index, the second the few rows that ever changed.
 */
export async function findShipmentOfNumber(
  trx: Kysely<Database>,
  trackingNumber: string,
): Promise<ShipmentId | undefined> {
  const ids = trx.selectFrom('shipment_row').select('id');
  const key = codeKey(trackingNumber);
  const now = await ids
    .where('tracking_key', '=', key)
    .orderBy((row) => row('tracking_number', '=', trackingNumber), 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (now !== undefined) return now.id;
  const before = await ids
    .where(sql<boolean>`cardinality(former_tracking_numbers) > 0`)
    .where(sql<boolean>`${key} in (select code_key(former) from unnest(former_tracking_numbers) as former)`)
    .executeTakeFirst();
  return before?.id;
}

/**
 * For a command: rights are checked on the streams afterwards, so this sees every row.
 * The package that carries, or ever carried, this tracking number, of any sender; null when there is none.
 */
export async function findShipmentId(
  db: Kysely<Database>,
  trackingNumber: string,
): Promise<ShipmentId | null> {
  return (await inScope(db, { kind: 'all' }, (trx) => findShipmentOfNumber(trx, trackingNumber))) ?? null;
}
