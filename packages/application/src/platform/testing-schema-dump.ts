import type { Client } from 'pg';

/**
 * The whole schema `public` as text, from the catalogues, in one fixed order: what all migrations together make. For
 * people to read and for reviews to compare; it is not run. Names and versions of the server leave no trace in it.
 */
export async function dumpSchema(client: Client): Promise<string> {
  const parts: string[] = [HEADER];
  for (const query of QUERIES) {
    const { rows } = await client.query<{ line: string }>(query);
    parts.push(rows.map(({ line }) => line).join('\n'));
  }
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const HEADER = `-- What the migrations make, read from the catalogues. Made by a test: UPDATE_SCHEMA=1 npm run test:int.`;

/** Partitions are made and dropped automatically: only their parents are listed. */
const TABLES = `
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`;

const COLUMNS = `
  select format('create table %s (%s%s%s);', c.relname, E'\\n',
    (select string_agg(format('  %s %s%s%s', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then ' not null' else '' end,
        case when d.adbin is null then '' else ' default ' || pg_get_expr(d.adbin, d.adrelid) end), E',\\n'
        order by a.attnum)
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), E'\\n') as line
  ${TABLES} order by c.relname collate "C"`;

const CONSTRAINTS = `
  select format('alter table %s add constraint %s %s;', c.relname, quote_ident(k.conname),
    pg_get_constraintdef(k.oid)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and not c.relispartition and k.contype <> 'n'
  order by c.relname collate "C", k.conname collate "C"`;

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) || ';' as line
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and not c.relispartition
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  order by c.relname collate "C", x.relname collate "C"`;

const SEQUENCES = `
  select format('create sequence %s as %s increment %s cache %s;', sequencename, data_type, increment_by,
    cache_size) as line
  from pg_sequences where schemaname = 'public' order by sequencename collate "C"`;

const POLICIES = `
  select format('create policy %s on %s for %s to %s%s%s;', policyname, tablename, lower(cmd),
    array_to_string(roles, ', '), coalesce(' using (' || qual || ')', ''),
    coalesce(' with check (' || with_check || ')', '')) as line
  from pg_policies where schemaname = 'public' order by tablename collate "C", policyname collate "C"`;

const ROW_SECURITY = `
  select format('alter table %s enable row level security%s;', c.relname,
    case when c.relforcerowsecurity then ', force row level security' else '' end) as line
  ${TABLES} and c.relrowsecurity order by c.relname collate "C"`;

const GRANTS = `
  select format('grant %s on %s to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type collate "C"),
    table_name, grantee) as line
  from information_schema.role_table_grants
  where table_schema = 'public' and grantee like 'atelier\\_%' and grantee <> grantor
    and table_name not in (select relname from pg_class where relispartition)
  group by table_name, grantee order by table_name collate "C", grantee collate "C"`;

/** Functions by their text's digest: their text stands in the migrations, a change must show here. */
const FUNCTIONS = `
  select format('-- function %s(%s)%s md5 %s', p.proname, pg_get_function_identity_arguments(p.oid),
    case when p.prosecdef then ' security definer' else '' end, md5(p.prosrc)) as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) || ';' as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and not t.tgisinternal and not c.relispartition
  order by c.relname collate "C", t.tgname collate "C"`;

const QUERIES = [
  SEQUENCES,
  COLUMNS,
  CONSTRAINTS,
  INDEXES,
  ROW_SECURITY,
  POLICIES,
  TRIGGERS,
  FUNCTIONS,
  GRANTS,
];
