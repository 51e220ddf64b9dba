import { sql } from 'kysely';
import type { AppTransaction } from '../../platform/database.ts';

/** A row of any reference table. Table and column names come from the sets' descriptions, never from a file. */
export type TableRow = Readonly<Record<string, unknown>>;

/** Keeps one statement's text, and the memory it takes, small. */
const BATCH = 5_000;

export function inBatches<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / BATCH);
  return Array.from({ length: count }, (_, at) => list.slice(at * BATCH, (at + 1) * BATCH));
}

export const columnNames = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));

/** Rows handed over as one parameter, typed by the table itself. */
export const asRows = (table: string, rows: readonly TableRow[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

export const sameKey = (table: string, keys: readonly string[]) =>
  sql.join(
    keys.map((key) => sql`${sql.ref(`${table}.${key}`)} = ${sql.ref(`given.${key}`)}`),
    sql` and `,
  );

/** The rows that have one of these keys. */
export async function rowsByKey(
  trx: AppTransaction,
  table: string,
  keys: readonly string[],
  given: readonly TableRow[],
): Promise<TableRow[]> {
  const found: TableRow[] = [];
  for (const some of inBatches(given)) {
    const { rows } = await sql<TableRow>`select ${sql.table(table)}.* from ${asRows(table, some)} given
      join ${sql.table(table)} on ${sameKey(table, keys)}`.execute(trx);
    found.push(...rows);
  }
  return found;
}

/** Chosen columns of the rows that hold one of these values. */
export async function rowsHolding(
  trx: AppTransaction,
  table: string,
  holding: string,
  values: readonly unknown[],
  columns: readonly string[],
): Promise<TableRow[]> {
  const given = values.map((value) => ({ [holding]: value }));
  const found: TableRow[] = [];
  for (const some of inBatches(given)) {
    const { rows } = await sql<TableRow>`select ${columnNames([...new Set([holding, ...columns])], table)}
      from ${asRows(table, some)} given join ${sql.table(table)} on ${sameKey(table, [holding])}`.execute(
      trx,
    );
    found.push(...rows);
  }
  return found;
}

/** The highest number a table has given out; 0 when it is empty. */
export async function lastNumber(trx: AppTransaction, table: string): Promise<number> {
  const { rows } = await sql<{
    last: number | null;
  }>`select max(id) as last from ${sql.table(table)}`.execute(trx);
  return rows[0]?.last ?? 0;
}
