import { sql, type Kysely, type Transaction } from 'kysely';
import { type Database, inScope } from '@atelier/application/platform/database.ts';
import { generateReference } from './generate.ts';

/** Keeps one statement's text, and the memory it takes, small. */
const BATCH = 5000;

const columnsOf = (row: object): string[] => Object.keys(row);

const insertBatch = async (
  trx: Transaction<Database>,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  const columns = sql.join(columnsOf(rows[0] ?? {}).map((name) => sql.ref(name)));
  const json = JSON.stringify(rows);
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(trx);
};

const insertRows = async (
  trx: Transaction<Database>,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH) {
    await insertBatch(trx, table, rows.slice(from, from + BATCH));
  }
};

/**
 * Loads the demo's reference set into an empty database, in one transaction: sites, look-ups, catalogue,
 * customers and sales relative to `now`. Needs the tables' owner. Answers the rows per table.
 * @throws the database's unique violation when it has been loaded before
 */
export const loadReference = async (
  db: Kysely<Database>,
  now: Date,
  seed?: number,
): Promise<Readonly<Record<string, number>>> => {
  const tables = Object.entries(generateReference(now, seed));
  await inScope(db, { kind: 'all' }, async (trx) => {
    for (const [table, rows] of tables) await insertRows(trx, table, rows);
  });
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.length]));
};
