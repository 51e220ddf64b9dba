import type { Sealing } from '@atelier/key-vault/row-sealing.ts';
import type { DifferenceKind } from '@atelier/domain/system/consistency/events.ts';
import type { Client } from 'pg';
import { COVERED_TABLES } from './covered-tables.ts';

/** A change made to a table behind the log's back, and how it must be reported. */
export interface SeededDifference {
  readonly table: string;
  readonly key: string;
  readonly kind: DifferenceKind;
  readonly columns: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A way to spoil one row of a table; undefined where this one cannot be spoilt so. */
type Spoil = (seeds: Seeds, table: string) => Promise<readonly SeededDifference[] | undefined>;

/** Spoils rows as superuser, no row twice, and keeps what it did. */
export class Seeds {
  readonly client: Client;
  readonly sealing: Sealing;
  readonly #random: () => number;
  readonly #touched = new Set<string>();
  readonly done: SeededDifference[] = [];

  constructor(client: Client, sealing: Sealing, random: () => number) {
    this.client = client;
    this.sealing = sealing;
    this.#random = random;
  }

  /** Spoils until there are so many differences, over all tables and ways in turn. */
  async sow(count: number): Promise<void> {
    const ways: readonly Spoil[] = [changeColumn, deleteRow, addRow, takeBack, exchange];
    const tables = [...COVERED_TABLES.map(({ table }) => table), 'status_counters', 'create_counters'];
    const turns = ways.flatMap((way) => tables.map((table) => [way, table] as const));
    for (let turn = 0; this.done.length < count; turn += 1) {
      const [way, table] = turns[turn % turns.length] ?? [changeColumn, 'item_row'];
      if (turn > 40 * turns.length) throw new Error(`only ${this.done.length} differences could be made`);
      if (way === exchange && this.done.length > count - 2) continue;
      const made = await this.tryTo(() => way(this, table));
      if (made !== undefined) this.done.push(...made);
    }
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  /** Unchanged rows, in random order. */
  async rows(table: string): Promise<readonly Row[]> {
    const { rows } = await this.client.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${table} t order by md5(t::text || $1) limit 40`,
      [String(this.#random())],
    );
    const key = await this.key(table);
    return rows.map(({ row }) => row).filter((row) => !this.#touched.has(ownerOf(table, key, row)));
  }

  async touch(table: string, row: Row): Promise<void> {
    this.#touched.add(ownerOf(table, await this.key(table), row));
  }

  async key(table: string): Promise<readonly string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `select a.attname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'p' and k.conrelid = $1::regclass order by a.attnum`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  async columns(table: string): Promise<readonly Column[]> {
    const { rows } = await this.client.query<Column>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    );
    return rows;
  }

  /** A constraint may refuse what was to be done: then nothing was. */
  async tryTo<T>(work: () => Promise<T>): Promise<T | undefined> {
    await this.client.query('begin');
    try {
      const result = await work();
      await this.client.query('commit');
      return result;
    } catch (error) {
      await this.client.query('rollback');
      if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))) return undefined;
      throw error;
    }
  }

  where(key: readonly string[], row: Row): string {
    return key.map((column) => `to_jsonb(${column}) #>> '{}' = ${quoted(textOf(row[column]))}`).join(' and ');
  }
}

/**
 * Rows of one stream and table stand together: what is expected of the one says nothing when the other is spoilt too. So do
 * an item's row and its counted item: by the one the other is found out, before a counter is called wrong.
 */
function ownerOf(table: string, key: readonly string[], row: Row): string {
  const owner = row['item_id'] ?? row['id'];
  if (owner === undefined) return `${table} ${namedKey(table, key, row)}`;
  return `${table === 'item_census' ? 'item_row' : table} ${textOf(owner)}`;
}

const UNNAMED: readonly string[] = COVERED_TABLES.flatMap(({ table, unnamed }) =>
  unnamed.map((column) => `${table}.${column}`),
);

function namedKey(table: string, key: readonly string[], row: Row): string {
  return key
    .filter((column) => !UNNAMED.includes(`${table}.${column}`))
    .map((column) => `${column}=${textOf(row[column])}`)
    .join(' ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Another value of the column's type. */
function otherValue(column: string, type: string): string | undefined {
  const another: Readonly<Record<string, string>> = {
    bigint: `coalesce(${column}, 0) + 1`,
    integer: `coalesce(${column}, 0) + 1`,
    smallint: `coalesce(${column}, 0) + 1`,
    'double precision': `coalesce(${column}, 0) + 1`,
    boolean: `not coalesce(${column}, false)`,
    text: `coalesce(${column}, '') || 'x'`,
    date: `coalesce(${column}, '2026-01-05') + 7`,
    'timestamp with time zone': `coalesce(${column}, '2026-01-05Z') + interval '3 hours'`,
    jsonb: `'[{"spoilt": true}]'::jsonb`,
    'integer[]': `${column} || 99`,
    'bigint[]': `${column} || 99::bigint`,
    'smallint[]': `${column} || 9::smallint`,
    'text[]': `${column} || 'x'::text`,
  };
  return another[type];
}

const changeColumn: Spoil = async (seeds, table) => {
  const key = await seeds.key(table);
  const row = (await seeds.rows(table))[0];
  const column = seeds.pick((await seeds.columns(table)).filter(({ name }) => !key.includes(name)));
  if (row === undefined || column === undefined) return undefined;
  const value = otherValue(column.name, column.type);
  if (value === undefined) throw new Error(`no other value of ${column.type}`);
  await seeds.client.query(`update ${table} set ${column.name} = ${value} where ${seeds.where(key, row)}`);
  await seeds.touch(table, row);
  return [{ table, key: namedKey(table, key, row), kind: 'changed', columns: [column.name] }];
};

const deleteRow: Spoil = async (seeds, table) => {
  const key = await seeds.key(table);
  const row = (await seeds.rows(table))[0];
  if (row === undefined) return undefined;
  await seeds.client.query(`delete from ${table} where ${seeds.where(key, row)}`);
  await seeds.touch(table, row);
  return [{ table, key: namedKey(table, key, row), kind: 'missing', columns: [] }];
};

let nobody = 5_000_000;

/** A row of a stream, or a counter of a bin, that does not exist; or one more word, picture or span of one that does. */
const addRow: Spoil = async (seeds, table) => {
  const key = await seeds.key(table);
  const row = (await seeds.rows(table))[0];
  if (row === undefined) return undefined;
  nobody += 1;
  const changes: Record<string, unknown> = {
    id: nobody,
    item_id: nobody,
    position: nobody,
    stream_id: `user-${nobody}`,
    scope_key: row['scope_key'],
    hour: '1999-01-01T00:00:00+00:00',
    week: '1999-01-04',
    public_reference: `nobody-${nobody}`,
    tracking_number: `nobody-${nobody}`,
  };
  const added = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name in changes ? changes[name] : value]),
  );
  const names = (await seeds.columns(table)).map(({ name }) => name).join(', ');
  await seeds.client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(added)],
  );
  await seeds.touch(table, added);
  return [{ table, key: namedKey(table, key, added), kind: 'extra', columns: [] }];
};

/** The row as one version before would have been: an update that was lost. */
const takeBack: Spoil = async (seeds, table) => {
  const columns = await seeds.columns(table);
  if (!columns.some(({ name }) => name === 'version')) return undefined;
  const key = await seeds.key(table);
  const row = (await seeds.rows(table)).find(({ version }) => Number(version) > 1);
  if (row === undefined) return undefined;
  await seeds.client.query(`update ${table} set version = version - 1 where ${seeds.where(key, row)}`);
  await seeds.touch(table, row);
  return [{ table, key: namedKey(table, key, row), kind: 'outdated', columns: ['version'] }];
};

/** Two rows stand under each other's key: what every unique value of them says makes mending one alone impossible. */
const exchange: Spoil = async (seeds, table) => {
  const key = await seeds.key(table);
  const columns = (await seeds.columns(table)).map(({ name }) => name);
  const [a, b] = await seeds.rows(table);
  if (key.length !== 1 || a === undefined || b === undefined || !columns.includes('version'))
    return undefined;
  const [name = ''] = key;
  const differing = (now: Row, then: Row): readonly string[] =>
    columns
      .filter((column) => column !== name && JSON.stringify(now[column]) !== JSON.stringify(then[column]))
      .toSorted();
  const [openA = a, openB = b] = await seeds.sealing.openRows([a, b]);
  const named = (own: Row, other: Row): SeededDifference => {
    const kind = Number(other['version']) < Number(own['version']) ? 'outdated' : 'changed';
    return { table, key: namedKey(table, key, own), kind, columns: differing(own, other) };
  };
  if (table === 'admin_changes' || differing(a, b).length === 0) return undefined;
  const set = async (from: string, to: unknown): Promise<void> => {
    await seeds.client.query(`update ${table} set ${name} = ${quoted(textOf(to))} where ${name}::text = $1`, [
      from,
    ]);
  };
  await set(textOf(a[name]), 4_999_999);
  await set(textOf(b[name]), a[name]);
  await set('4999999', b[name]);
  await seeds.touch(table, a);
  await seeds.touch(table, b);
  return [named(openA, openB), named(openB, openA)];
};
