import type { Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';

/** What streams are called: the number of a piece, RMA or package, a worker's number, a site's name. */
export type StreamNames = ReadonlyMap<string, string>;

/** The names of streams, in one small read per kind of record; a stream without a name is left out. Inside `inScope`. */
export async function findStreamNames(
  trx: Kysely<Database>,
  streamIds: readonly string[],
): Promise<StreamNames> {
  const names = new Map<string, string>();
  const note = (prefix: string, rows: readonly { id: number; name: string }[]): void => {
    for (const { id, name } of rows) names.set(`${prefix}-${id}`, name);
  };
  note('item', await numbersOf(trx, 'item_row', idsOf('item', streamIds)));
  note('rma', await numbersOf(trx, 'rma_row', idsOf('rma', streamIds)));
  note('shipment', await trackingOf(trx, idsOf('shipment', streamIds)));
  note('nav', await trackingOf(trx, idsOf('nav', streamIds)));
  note('worker', await workIdsOf(trx, idsOf('worker', streamIds)));
  note('message', await messagesOf(trx, idsOf('message', streamIds)));
  note('site', await sitesOf(trx, idsOf('site', streamIds)));
  return names;
}

function idsOf(prefix: string, streamIds: readonly string[]): number[] {
  const own = streamIds.filter((each) => each.startsWith(`${prefix}-`));
  return [...new Set(own.map((each) => Number(each.slice(prefix.length + 1))))].filter(Number.isSafeInteger);
}

async function numbersOf(trx: Kysely<Database>, table: 'item_row' | 'rma_row', ids: number[]) {
  if (ids.length === 0) return [];
  return trx.selectFrom(table).select(['id', 'number as name']).where('id', 'in', ids).execute();
}

async function trackingOf(trx: Kysely<Database>, ids: number[]) {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('shipment_row')
    .select(['id', 'tracking_number as name'])
    .where('id', 'in', ids)
    .execute();
}

async function workIdsOf(trx: Kysely<Database>, ids: number[]) {
  if (ids.length === 0) return [];
  return trx.selectFrom('worker_row').select(['id', 'work_id as name']).where('id', 'in', ids).execute();
}

async function sitesOf(trx: Kysely<Database>, ids: number[]) {
  if (ids.length === 0) return [];
  return trx.selectFrom('sites').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** A message is known by the RMA that it is about. */
async function messagesOf(trx: Kysely<Database>, ids: number[]) {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('message_row as m')
    .innerJoin('rma_row as r', 'r.id', 'm.rma_id')
    .select(['m.id', 'r.number as name'])
    .where('m.id', 'in', ids)
    .execute();
}
