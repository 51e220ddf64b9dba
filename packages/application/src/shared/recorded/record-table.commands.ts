import { tableStream, type TableRecorded } from '@atelier/domain/recorded.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import { inTurns } from '../in-turns.ts';
import type { Database } from '../../platform/database.ts';
import { lastRecord, lockStream, type StreamEvents } from './append-in.ts';
import type { RecordedTable } from './recorded-table.ts';
import { Summing, type TableSum } from './table-sum.ts';

type Row = Readonly<Record<string, unknown>>;

const FETCHED = 2_000;

/** The columns of a row, in their order, as the table keeps them. */
const cells = (columns: readonly string[], alias: string) =>
  sql<readonly unknown[]>`jsonb_build_array(${sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))})`;

/** A moment of a row reads alike in every session. */
const inUtc = (db: Kysely<Database>) => sql`set local timezone = 'UTC'`.execute(db);

/** Sums all rows of a table as they are in this transaction, 2,000 at a time. */
export async function measureTable(
  trx: Kysely<Database>,
  { table, columns }: RecordedTable,
): Promise<TableSum> {
  const summing = new Summing();
  await inUtc(trx);
  await sql`declare measured no scroll cursor for
    select ${cells(columns, 't')} as cells from public.${sql.table(table)} t`.execute(trx);
  for (;;) {
    const { rows } = await sql<{ cells: readonly unknown[] }>`
      fetch ${sql.lit(FETCHED)} from measured`.execute(trx);
    await inTurns(rows, ({ cells: row }) => summing.add(row));
    if (rows.length < FETCHED) break;
  }
  await sql`close measured`.execute(trx);
  return summing.result();
}

/** What a change of a table will be recorded as. Made before the rows are written. */
export interface TableChange {
  /** Reads the rows as they are now, and makes the event: called once they are written. */
  readonly recorded: (now: Date) => Promise<StreamEvents>;
}

/**
 * Begins a change of the rows with these keys: no other change of the table begins until the transaction ends. A table that was not
 * recorded before, or with other columns, is summed whole.
 */
export async function changeOfTable(
  trx: Transaction<Database>,
  recorded: RecordedTable,
  keys: readonly string[],
  changed: readonly Row[],
): Promise<TableChange> {
  const streamId = tableStream(recorded.table);
  const version = await lockStream(trx, streamId);
  const last = await lastRecord<TableRecorded>(trx, streamId);
  const isKnown = last !== undefined && String(last.data.columns) === String(recorded.columns);
  await inUtc(trx);
  const before = isKnown ? await cellsByKey(trx, recorded, keys, changed) : [];
  const sumAfter = async (): Promise<TableSum> => {
    if (!isKnown) return measureTable(trx, recorded);
    const summing = new Summing(last.data);
    await inTurns(before, (row) => summing.remove(row));
    await inTurns(await cellsByKey(trx, recorded, keys, changed), (row) => summing.add(row));
    return summing.result();
  };
  return {
    recorded: async (now) => ({
      streamId,
      expectedVersion: version,
      events: [tableRecorded(recorded, await sumAfter(), now)],
    }),
  };
}

export const tableRecorded = (
  { table, columns }: RecordedTable,
  sum: TableSum,
  now: Date,
): TableRecorded => ({
  type: 'TableRecorded',
  data: { table, columns, ...sum, at: now.toISOString() },
});

async function cellsByKey(
  trx: Kysely<Database>,
  { table, columns }: RecordedTable,
  keys: readonly string[],
  rows: readonly Row[],
): Promise<readonly (readonly unknown[])[]> {
  const found: (readonly unknown[])[] = [];
  const same = sql.join(
    keys.map((key) => sql`${sql.ref(`t.${key}`)} = ${sql.ref(`given.${key}`)}`),
    sql` and `,
  );
  for (let start = 0; start < rows.length; start += FETCHED) {
    const some = rows.slice(start, start + FETCHED).map((row) => keysOf(row, keys));
    const { rows: read } = await sql<{ cells: readonly unknown[] }>`
      select ${cells(columns, 't')} as cells from public.${sql.table(table)} t
        join (select distinct ${sql.join(keys.map((key) => sql.ref(key)))}
                from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(some)}::jsonb)) given
          on ${same}`.execute(trx);
    for (const { cells: row } of read) found.push(row);
  }
  return found;
}

const keysOf = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.map((key) => [key, row[key]]));

/** The event of one row that a command writes beside it; undefined for a table that was not recorded before. */
export function rowRecorded(
  { table, columns }: RecordedTable,
  last: TableRecorded['data'] | undefined,
  { before, after }: { readonly before: Row | undefined; readonly after: Row },
  now: string,
): TableRecorded | undefined {
  if (last === undefined || String(last.columns) !== String(columns)) return undefined;
  const summing = new Summing(last);
  if (before !== undefined) summing.remove(columns.map((name) => before[name]));
  summing.add(columns.map((name) => after[name]));
  return { type: 'TableRecorded', data: { table, columns, ...summing.result(), at: now } };
}
