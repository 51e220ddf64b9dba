import { type Transaction, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

export interface Upsert {
  readonly table: keyof Database;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** The other columns, replaced when the row is there. */
  readonly columns: readonly string[];
  readonly rows: readonly object[];
  /** Adds these columns to what is there instead of replacing it. */
  readonly add?: boolean;
}

/**
 * Writes many rows in one statement with one parameter: PostgreSQL takes the JSON apart faster than a driver binds
 * thousands of values, and the statement's text never changes.
 */
export async function upsertRows(
  trx: Transaction<Database>,
  { table, key, columns, rows, add = false }: Upsert,
): Promise<void> {
  if (rows.length === 0) return;
  const all = refs([...key, ...columns]);
  const changes = columns.map((column) =>
    add
      ? sql`${sql.ref(column)} = held.${sql.ref(column)} + excluded.${sql.ref(column)}`
      : sql`${sql.ref(column)} = excluded.${sql.ref(column)}`,
  );
  const conflict = changes.length === 0 ? sql`do nothing` : sql`do update set ${sql.join(changes)}`;
  await sql`
    insert into ${sql.table(table)} as held (${all})
    select ${all} from ${recordset(table, rows)}
    on conflict (${refs(key)}) ${conflict}`.execute(trx);
}

/** Takes away the counters that came down to nothing, so that a rebuilt table holds the very same rows. */
export async function deleteZeros(
  trx: Transaction<Database>,
  table: keyof Database,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from ${sql.table(table)}
     where total = 0 and (${refs(key)}) in (select ${refs(key)} from ${recordset(table, rows)})`.execute(trx);
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

const recordset = (table: keyof Database, rows: readonly object[]) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
