import { sql } from 'kysely';
import type { AppTransaction } from '../../platform/database.ts';
import { asRows, columnNames, inBatches, sameKey, type TableRow } from './table-rows.queries.ts';

export async function insertRows(
  trx: AppTransaction,
  table: string,
  rows: readonly TableRow[],
): Promise<void> {
  for (const some of inBatches(rows)) {
    const columns = columnNames(Object.keys(some[0] ?? {}));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${asRows(table, some)}`.execute(
      trx,
    );
  }
}

export async function updateRows(
  trx: AppTransaction,
  table: string,
  keys: readonly string[],
  rows: readonly TableRow[],
): Promise<void> {
  const changed = Object.keys(rows[0] ?? {}).filter((name) => !keys.includes(name));
  const sets = sql.join(changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`));
  for (const some of inBatches(rows)) {
    await sql`update ${sql.table(table)} set ${sets} from ${asRows(table, some)} given
      where ${sameKey(table, keys)}`.execute(trx);
  }
}

/** From now on these shops know these customers (0011_customers_and_sales.sql). */
export async function acquaint(
  trx: AppTransaction,
  pairs: readonly { readonly customer_id: unknown; readonly site_id: unknown }[],
): Promise<void> {
  for (const some of inBatches(pairs)) {
    await sql`insert into customer_sites (customer_id, site_id)
      select distinct customer_id, site_id from ${asRows('customer_sites', some)} given
      on conflict do nothing`.execute(trx);
  }
}
