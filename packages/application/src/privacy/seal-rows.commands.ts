import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonalRow } from '@atelier/event-store/event-types.ts';
import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { PERSONAL_ROWS } from '../personal-rows.ts';

const BATCH = 500;
const POLL_MS = 1_000;

/**
 * Seals rows that earlier releases wrote in clear, once no node of theirs runs any more, 500 at a time; begins again where it
 * was stopped. `db`: sessions of role `atelier_projector` with the store's `sealing`. Answers how many rows.
 */
export async function sealStoredRows(
  db: Kysely<Database>,
  sealing: Sealing,
  isStopped: () => boolean,
): Promise<number> {
  while (!sealing.isOn() && !isStopped()) await sleep(POLL_MS);
  let sealed = 0;
  // Customers' records have words of search beside them: `sealCustomers`.
  const { customers: _customers, ...tables } = PERSONAL_ROWS;
  for (const [table, shape] of Object.entries(tables))
    sealed += await sealTable(db, sealing, { table, shape }, isStopped);
  return sealed;
}

interface Sealed {
  readonly table: string;
  readonly shape: PersonalRow;
}

interface ClearRow {
  readonly id: number;
  /** Of the row's version: it changes with every write. */
  readonly written: string;
}

async function sealTable(
  db: Kysely<Database>,
  sealing: Sealing,
  { table, shape }: Sealed,
  isStopped: () => boolean,
): Promise<number> {
  let sealed = 0;
  for (let after = 0; !isStopped();) {
    const rows = await clearRows(db, { table, shape }, after);
    const last = rows.at(-1);
    if (last === undefined) return sealed;
    sealed += await writeSealed(db, { table, shape }, await sealing.sealRows(table, rows));
    after = last.id;
  }
  return sealed;
}

async function clearRows(
  db: Kysely<Database>,
  { table, shape: { subject, columns } }: Sealed,
  after: number,
): Promise<readonly ClearRow[]> {
  const isClear = columns.map(
    (column) => sql`(${sql.ref(column)} <> '' and ${sql.ref(column)} not like '§1:%')`,
  );
  const { rows } = await sql<ClearRow>`
    select id, xmin::text as written, ${sql.join([subject, ...columns].map((column) => sql.ref(column)))}
      from ${sql.table(table)} where id > ${after} and (${sql.join(isClear, sql` or `)})
     order by id limit ${BATCH}`.execute(db);
  return rows;
}

/** A row that changed meanwhile was sealed by its writer. */
async function writeSealed(
  db: Kysely<Database>,
  { table, shape: { columns } }: Sealed,
  rows: readonly ClearRow[],
): Promise<number> {
  const sets = sql.join(columns.map((column) => sql`${sql.ref(column)} = given.row ->> ${sql.lit(column)}`));
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} held set ${sets}
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) given (row)
     where held.id = (given.row ->> 'id')::bigint and held.xmin::text = given.row ->> 'written'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
