import { type RawQueryable, readRaw } from '../chain/raw-events.ts';
import type { FaultList } from './fault-list.ts';
import type { FaultCode } from './fault-sentences.ts';

/** What a verification reads. */
const TABLES = [
  'events',
  'streams',
  'event_archives',
  'log_horizon',
  'log_checkpoints',
  'log_cosignatures',
  'log_entry_parts',
  'log_tile_parts',
  'log_keys',
];

// Partitions of a table are asked like the table itself. Unqualified names elsewhere in the verifier must mean the same tables.
const definitionSql = `
  with recursive asked as (
    select c.oid, t.name, c.relname, true as named
      from pg_catalog.unnest($1::pg_catalog.text[]) t (name)
      left join pg_catalog.pg_class c
        on c.relname = t.name and c.relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'public')
    union all
    select i.inhrelid, a.name, c.relname, false
      from asked a join pg_catalog.pg_inherits i on i.inhparent = a.oid
      join pg_catalog.pg_class c on c.oid = i.inhrelid
  )
  select a.name, a.relname as part, c.relkind as kind, c.relrowsecurity as guarded,
         exists (select from pg_catalog.pg_rewrite r where r.ev_class = a.oid) as ruled,
         exists (select from pg_catalog.pg_trigger t where t.tgrelid = a.oid and not t.tgisinternal) as triggered,
         exists (select from pg_catalog.pg_attribute c
                  where c.attrelid = a.oid and c.attnum > 0 and not c.attisdropped
                    and (c.attgenerated <> '' or c.atttypid >= 16384)) as computed,
         a.named and pg_catalog.to_regclass(a.name) is distinct from a.oid::pg_catalog.regclass as hidden
    from asked a left join pg_catalog.pg_class c on c.oid = a.oid`;

interface Definition {
  readonly name: string;
  readonly part: string | null;
  readonly kind: string | null;
  readonly guarded: 't' | 'f' | null;
  readonly ruled: 't' | 'f';
  readonly triggered: 't' | 'f';
  readonly computed: 't' | 'f';
  readonly hidden: 't' | 'f';
}

/**
 * Whether what is verified are tables: a view, a rule, a trigger, a policy, a computed column or a table of the same name before it in
 * the search path shows other rows than those that are kept.
 * @returns whether all of them are there, so that the rest can be read
 */
export async function checkTables(db: RawQueryable, faults: FaultList): Promise<boolean> {
  const rows = await readRaw<Definition>(db, definitionSql, [TABLES]);
  for (const row of rows) {
    const code = faultOf(row);
    if (code === undefined) continue;
    const table = row.part === null || row.part === row.name ? row.name : `${row.name} (${row.part})`;
    faults.add({ kind: 'tree', code, facts: { table } });
  }
  return rows.every(({ kind }) => kind !== null);
}

/** Ordinary tables and partitioned ones. */
const KINDS = ['r', 'p'];

function faultOf({ kind, guarded, ruled, triggered, computed, hidden }: Definition): FaultCode | undefined {
  if (kind === null) return 'table_gone';
  if (!KINDS.includes(kind)) return 'table_kind';
  if (hidden === 't') return 'table_hidden';
  if (guarded === 't') return 'table_filtered';
  if (ruled === 't') return 'table_rule';
  if (triggered === 't') return 'table_trigger';
  return computed === 't' ? 'table_computed' : undefined;
}
