import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { itemAggregate, rmaAggregate } from '../aggregates.ts';
import type { Aggregate } from '../aggregates.ts';
import type { Database } from '../database.ts';
import type { EventStore, StreamHistory } from '@atelier/event-store/types.ts';

type StreamKind = Pick<Aggregate<unknown>, 'prefix' | 'table' | 'rowOf'>;

/**
 * After a person's key was destroyed: writes the rows of their deposits and items again from the log, where they now
 * read as nobody, and forgets the words they were found by. Rows keep their versions, since nothing was added to the
 * log. Answers how many rows were written. Safe to repeat; needs a connection of role `atelier_projector`.
 */
export async function forgetInReadModels(
  projector: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  customerRef: string,
): Promise<number> {
  const rmaIds = await depositsOf(projector, customerRef);
  const itemIds = await itemsOf(projector, rmaIds);
  const written = await rewrite(projector, store, rmaAggregate, rmaIds);
  const rewritten = await rewrite(projector, store, itemAggregate, itemIds);
  await projector
    .deleteFrom('search_terms')
    .where('kind', '=', 'contact')
    .where('id', 'in', rmaIds.length === 0 ? [0] : rmaIds)
    .execute();
  await forgetImages(projector, itemIds);
  return written + rewritten;
}

/** No item names their pictures any more: the sweep of uploads takes the bytes away. */
async function forgetImages(db: Kysely<Database>, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  const gone = await db
    .deleteFrom('item_images')
    .where('item_id', 'in', itemIds)
    .returning('image_id')
    .execute();
  if (gone.length === 0) return;
  await db
    .updateTable('image_uploads')
    .set({ attached_at: null })
    .where(
      'image_id',
      'in',
      gone.map((row) => row.image_id),
    )
    .execute();
}

async function depositsOf(db: Kysely<Database>, customerRef: string): Promise<readonly number[]> {
  const rows = await db.selectFrom('rma_row').select('id').where('customer_ref', '=', customerRef).execute();
  return rows.map((row) => row.id);
}

async function itemsOf(db: Kysely<Database>, rmaIds: readonly number[]): Promise<readonly number[]> {
  if (rmaIds.length === 0) return [];
  const rows = await db.selectFrom('item_row').select('id').where('rma_id', 'in', rmaIds).execute();
  return rows.map((row) => row.id);
}

async function rewrite(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStreams'>,
  kind: StreamKind,
  ids: readonly number[],
): Promise<number> {
  const histories = await store.readStreams(ids.map((id) => `${kind.prefix}-${id}`));
  let written = 0;
  for (const history of histories.values()) written += await rewriteOne(db, kind, history);
  return written;
}

/** Only over the row of the same version: a newer one was made after the key was gone. */
async function rewriteOne(
  db: Kysely<Database>,
  kind: StreamKind,
  { events, version }: StreamHistory,
): Promise<number> {
  const row = kind.rowOf(events);
  if (row === undefined) return 0;
  const table = sql.table(kind.table);
  const changes = Object.keys(row.values).map((column) => sql`${sql.ref(column)} = made.${sql.ref(column)}`);
  const result = await sql`
    update ${table} held set ${sql.join(changes)}
      from json_populate_record(null::${table}, ${JSON.stringify(row.values)}::json) made
     where held.id = made.id and held.version = ${version}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
