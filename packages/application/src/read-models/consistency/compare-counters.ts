import { compareRows } from '@atelier/domain/system/consistency/compare-rows.ts';
import type { DifferencePlace } from '@atelier/domain/system/consistency/events.ts';
import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely';
import { type Database, queryable } from '../../platform/database.ts';
import { rebuildState } from '@atelier/event-store/projections/rebuild-state.ts';
import {
  columnsOf,
  type CounterBins,
  countedStatus,
  countsOf,
  CREATE_COUNTERS,
  finalStatuses,
  STATUS_COUNTERS,
} from '../../dashboard/counters.projection.ts';
import { heldAtKey } from '../../projections/scope-key.ts';
import { dashboardProjection } from '../../dashboard/dashboard.projection.ts';
import { type CheckTools, compareStreams } from './compare-streams.ts';

type BinAt = Readonly<Record<string, string>>;

/** Counters, and how the items of a bin are found. */
interface CounterTable extends CounterBins {
  /** Rows of `item_census` in a bin. */
  readonly countedItemsIn: (at: BinAt) => RawBuilder<boolean>;
  /** Rows of `item_row` in a bin: the same items, but for those whose counted item is missing or wrong. */
  readonly itemsIn: (at: BinAt) => RawBuilder<boolean>;
}

const standingIn = (
  column: string,
  toClient: RawBuilder<unknown>,
  { status, hour }: BinAt,
) => sql<boolean>`${countedStatus(toClient)} = ${status}::smallint
  and (status in (${finalStatuses}) or (${sql.ref(column)} >= ${hour}::timestamptz
                             and ${sql.ref(column)} < ${hour}::timestamptz + interval '1 hour'))`;

export const COUNTER_TABLES: readonly CounterTable[] = [
  {
    ...STATUS_COUNTERS,
    countedItemsIn: (at) => standingIn('entered_at', sql`to_client`, at),
    itemsIn: (at) =>
      standingIn('status_entered_at', sql`(custody_from is not null and custody_to is null)`, at),
  },
  {
    ...CREATE_COUNTERS,
    countedItemsIn: ({ week }) => sql<boolean>`week = ${week}::date`,
    itemsIn: ({ week }) => sql<boolean>`created_at >= ${week}::date and created_at < ${week}::date + 7`,
  },
];

/** Items that are compared before a counter is called wrong. */
const MOST_ITEMS = 500;

/** Every key that counters may have: everybody's, and what each site sees and holds. */
export async function counterKeys(session: Kysely<Database>): Promise<readonly number[]> {
  const { rows } = await sql<{ key: number }>`
    select scope_key as key from public.status_counters union select scope_key from public.create_counters
    union select 0 union select - id from public.sites union select id from public.sites
    union select id + ${sql.lit(heldAtKey(0))} from public.sites order by 1`.execute(session);
  return rows.map(({ key }) => key);
}

/**
 * The scopes with a counter that differs from the counted items, all in one pass over them: `compareCounters` says of each
 * what it is. Takes as long as it takes.
 */
export async function suspectScopes(session: Kysely<Database>): Promise<readonly number[]> {
  const found = new Set<number>();
  for (const counters of COUNTER_TABLES)
    await session.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      const { rows } = await sql<{ key: number }>`
        select distinct scope_key as key from (${countsOf(counters, sql`public.item_census`)}) e
          full join public.${sql.table(counters.table)} h using (scope_key, ${columnsOf(counters)})
         where e.total is distinct from h.total order by 1`.execute(trx);
      for (const { key } of rows) found.add(key);
    });
  return [...found];
}

/**
 * Compares the counters of one scope with a count over the counted items (`item_census`), in one snapshot. A counter is only called wrong when
 * the counted items of its bin fit the log: else those are the difference, and the counter is compared in a later round.
 */
export async function compareCounters(
  tools: CheckTools,
  scopeKey: number,
): Promise<readonly DifferencePlace[]> {
  const found: DifferencePlace[] = [];
  for (const counters of COUNTER_TABLES) {
    const wrong = await tools.session
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => wrongBins(trx, counters, scopeKey));
    for (const bin of wrong) {
      if (await areCountedItemsSound(tools, counters, scopeKey, bin))
        found.push(placeOf(counters, scopeKey, bin));
    }
  }
  return found;
}

interface Bin {
  /** The bin's columns as text. */
  readonly at: BinAt;
  readonly expected: number | null;
  readonly held: number | null;
}

const asText = (bin: CounterTable['bin']) =>
  sql`jsonb_build_object(${sql.join(Object.entries(bin).flatMap(([name, value]) => [sql.lit(name), sql`to_jsonb(${value}) #>> '{}'`]))})`;

const ownBin = ({ bin }: CounterTable) =>
  asText(Object.fromEntries(Object.keys(bin).map((column) => [column, sql`${sql.ref(column)}`])));

async function wrongBins(
  trx: Transaction<Database>,
  counters: CounterTable,
  scopeKey: number,
): Promise<readonly Bin[]> {
  const rebuild = await rebuildState(queryable(trx), dashboardProjection.name);
  if (rebuild !== undefined) return [];
  const { rows } = await sql<Bin>`
    select at, e.total::int as expected, h.total as held
      from (select ${asText(counters.bin)} as at, count(*) as total
              from public.item_census where ${inScopeOf(scopeKey)} group by 1) e
      full join (select ${ownBin(counters)} as at, total from public.${sql.table(counters.table)}
                  where scope_key = ${scopeKey}) h using (at)
     where e.total is distinct from h.total`.execute(trx);
  return rows;
}

/** The counted items of a scope's counters (`scopeKeysOf` of dashboard/counted-item.projection.ts read backwards). */
function inScopeOf(scopeKey: number): RawBuilder<boolean> {
  if (scopeKey === 0) return sql<boolean>`true`;
  if (scopeKey < 0) return sql<boolean>`store_id = ${-scopeKey}`;
  const site = scopeKey > heldAtKey(0) ? scopeKey - heldAtKey(0) : scopeKey;
  const seen = sql<boolean>`sites @> array[${site}::integer]`;
  return site === scopeKey ? seen : sql<boolean>`${seen} and at_site = ${site}`;
}

async function areCountedItemsSound(
  tools: CheckTools,
  { countedItemsIn, itemsIn }: CounterTable,
  scopeKey: number,
  { at }: Bin,
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    (select item_id as id from public.item_census where ${inScopeOf(scopeKey)} and ${countedItemsIn(at)} limit ${MOST_ITEMS})
    union
    (select id from public.item_row where ${itemsIn(at)} limit ${MOST_ITEMS})`.execute(tools.session);
  const { differences } = await compareStreams(
    tools,
    rows.map(({ id }) => `item-${id}`),
  );
  return !differences.some(({ table }) => table === 'item_census');
}

function placeOf(
  { table, bin }: CounterTable,
  scopeKey: number,
  { at, expected, held }: Bin,
): DifferencePlace {
  const difference = compareRows(
    expected === null ? null : { total: expected },
    held === null ? null : { total: held },
  ) ?? { kind: 'changed', columns: ['total'] };
  const inBin = Object.keys(bin).map((column) => `${column}=${at[column] ?? ''}`);
  return {
    table,
    key: [`scope_key=${scopeKey}`, ...inBin].join(' '),
    ...difference,
    streamId: null,
    version: null,
    position: null,
  };
}

/**
 * Counts the wrong bins of a scope again and writes them, while the projection waits: it moves the counters and the
 * counted items together. A bin with a counted item that does not fit the log is left as it is: its counter may be right.
 */
export async function repairCounters(tools: CheckTools, scopeKey: number): Promise<void> {
  const wrong = await compareCounters(tools, scopeKey);
  if (wrong.length === 0) return;
  await tools.session.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '1s'`.execute(trx);
    await sql`select from public.projection_checkpoints where name = ${dashboardProjection.name} for update`.execute(
      trx,
    );
    for (const counters of COUNTER_TABLES) {
      for (const bin of await wrongBins(trx, counters, scopeKey)) {
        const { table, key } = placeOf(counters, scopeKey, bin);
        const isConfirmed = wrong.some((place) => place.table === table && place.key === key);
        if (isConfirmed) await writeBin(trx, counters, scopeKey, bin);
      }
    }
  });
}

async function writeBin(
  trx: Transaction<Database>,
  counters: CounterTable,
  scopeKey: number,
  { at, expected }: Bin,
): Promise<void> {
  const table = sql`public.${sql.table(counters.table)}`;
  await sql`
    delete from ${table} where scope_key = ${scopeKey} and ${ownBin(counters)} = ${JSON.stringify(at)}::jsonb`.execute(
    trx,
  );
  if (expected === null) return;
  const row = JSON.stringify({ ...at, scope_key: scopeKey, total: expected });
  await sql`
    insert into ${table} select (json_populate_record(null::${table}, ${row}::json)).*`.execute(trx);
}
