import { type Kysely, type QueryCreator, type SqlBool, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { createRowsBehind } from '../shared/rows-behind.ts';
import { prepareQuery } from '../platform/prepared.ts';
import { purchaseRecordOfItem } from './purchase-record.queries.ts';

/**
 * Everything the view of an item is made of, read in one query by primary key: the row, its deposit's contact, the
 * names of places and people. Inside `inScope`, row-level security leaves out what the caller may not see; a contact
 * out of sight comes back as null.
 */
export async function findItemRecords(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<readonly ItemRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.executeQuery(recordsQuery(ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** An item's record for the response of a command that writes to it, read behind its append. */
export const itemRecordBehind = createRowsBehind((ids) => recordsQuery(ids));

/** The same as one query, for a caller that sends it on another connection. */
export const recordsQuery = (ids: readonly number[]) =>
  ids.length === 1 ? oneRecord(ids) : severalRecords([[...ids]]);

export type ItemRecord = Awaited<ReturnType<ReturnType<typeof itemRecords>['execute']>>[number];

const oneRecord = prepareQuery('item_record', (db) => itemRecords(db).where('i.id', '=', 0));
/** The sub-select hides how many there are from the planner: a session keeps one plan, which costs less than the next planning. */
const severalRecords = prepareQuery('item_records', (db) =>
  itemRecords(db).where(sql<SqlBool>`i.id = any ((select ${[]}::bigint[])::bigint[])`),
);

/** Reads `item_row` and `rma_row` by name alone: `findPastItemRecords` puts others in their place. */
export function itemRecords(db: QueryCreator<Database>) {
  return db
    .selectFrom('item_row as i')
    .innerJoin('sites as s', 's.id', 'i.store_id')
    .leftJoin('rma_row as r', 'r.id', 'i.rma_id')
    .leftJoin('sites as c', 'c.id', 'i.custody_site')
    .leftJoin('sites as k', 'k.id', 'i.collect_shop')
    .leftJoin('users as u', 'u.id', 'i.last_scan_by')
    .leftJoin('stage_settings as g', 'g.status_id', 'i.status')
    .leftJoin('products as p', 'p.sku', 'i.sku')
    .selectAll('i')
    .select([
      's.code as store_code',
      's.name as store_name',
      's.time_zone as store_time_zone',
      'c.name as custody_site_name',
      'k.name as collect_shop_name',
      'u.name as last_scan_by_name',
      'g.target_hours',
      'p.metal as product_metal',
      'r.position as rma_position',
      'r.firstname',
      'r.lastname',
      'r.fullname',
      'r.email',
      'r.phone',
      'r.phone_code',
      'r.fullphone',
    ])
    .select([
      purchaseRecordOfItem.as('purchase'),
      sql<string>`to_char(i.created_at at time zone s.time_zone, 'YYYY-MM-DD')`.as('received_date'),
      sql<Date | null>`(i.expected_latest + 1)::timestamp at time zone s.time_zone`.as('late_from'),
      sql<readonly ReasonName[]>`coalesce((
        select json_agg(json_build_object('id', n.id, 'name', n.names ->> 'en') order by a.place)
          from unnest(i.reasons) with ordinality a (id, place) join rma_reasons n on n.id = a.id), '[]')`.as(
        'reason_names',
      ),
    ]);
}

export interface ReasonName {
  readonly id: number;
  readonly name: string;
}
