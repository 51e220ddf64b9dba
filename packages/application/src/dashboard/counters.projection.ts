import { Status } from '@atelier/domain/shared/status.ts';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../platform/database.ts';
import { FINAL_STATUSES, heldAtKey } from '../projections/scope-key.ts';

/** Counters of items by bin. */
export interface CounterBins {
  readonly table: 'status_counters' | 'create_counters';
  /** The bin of a row of `item_census`, column by column. */
  readonly bin: Readonly<Record<string, RawBuilder<unknown>>>;
}

export const finalStatuses = sql.join(FINAL_STATUSES.map((status) => sql.lit(status)));

/** `countedStatus` of counted-item.projection.ts, as SQL over what says that a piece goes to its client's door. */
export const countedStatus = (toClient: RawBuilder<unknown>) =>
  sql`case when ${toClient} and status = ${sql.lit(Status.ShopReceived)} then ${sql.lit(Status.LogisticsShipOut)} else status end`;

/** `hourOf` of counted-item.projection.ts, as SQL. */
export const STATUS_COUNTERS = {
  table: 'status_counters',
  bin: {
    status: countedStatus(sql`to_client`),
    hour: sql`case when status in (${finalStatuses}) then to_timestamp(0) else date_trunc('hour', entered_at, 'UTC') end`,
  },
} as const satisfies CounterBins;

export const CREATE_COUNTERS = {
  table: 'create_counters',
  bin: { week: sql`week` },
} as const satisfies CounterBins;

/** Every key under which a counted item stands: `scopeKeysOf` of counted-item.projection.ts, as SQL. */
const keysOfItem = sql`unnest(array[0, - store_id] || sites || case when at_site is null then '{}' else array[at_site + ${sql.lit(heldAtKey(0))}] end)`;

export const columnsOf = ({ bin }: CounterBins) =>
  sql.join(Object.keys(bin).map((column) => sql.ref(column)));

/** Counts the items of a table of counted items in one pass: scope_key, the bin's columns, total. */
export function countsOf(counters: CounterBins, items: RawBuilder<unknown>): RawBuilder<unknown> {
  const columns = columnsOf(counters);
  const bins = sql.join(
    Object.entries(counters.bin).map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
  );
  return sql`select scope_key, ${columns}, count(*) as total
    from (select ${keysOfItem} as scope_key, ${bins} from ${items}) i group by scope_key, ${columns}`;
}

/** Fills the counters from all counted items. */
export async function countAllItems(trx: Transaction<Database>): Promise<void> {
  for (const counters of [STATUS_COUNTERS, CREATE_COUNTERS]) {
    const table = sql.table(counters.table);
    // An earlier release counted as it folded; its rebuild may be the one that goes on here.
    await sql`delete from ${table}`.execute(trx);
    await sql`insert into ${table} (scope_key, ${columnsOf(counters)}, total)
      ${countsOf(counters, sql`item_census`)}`.execute(trx);
  }
}
