import { DatabaseError, type Pool } from 'pg';
import type { InlineRow } from '../types.ts';

/** How an append sends a row: the text of a record for a target of the database, or the values where the table is not known. */
export type SentRow = readonly [target: string, row: string | InlineRow['values']];

interface InlineTable {
  readonly target: string;
  readonly columns: readonly (readonly [name: string, textOf: TextOf])[];
}

/** The text of a column's value within a record; empty for null. */
type TextOf = (value: unknown) => string;

interface TableRow {
  readonly name: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/**
 * What the registered tables take. The database refuses a record that was made for other columns than the table's, and names the table:
 * they are read again, and the append is repeated (decisions/0221).
 */
export class InlineTables {
  #tables: ReadonlyMap<string, InlineTable> = new Map();

  async read(pool: Pick<Pool, 'query'>): Promise<void> {
    const { rows } = await pool.query<TableRow>(
      'select table_name as name, target, columns, types from inline_tables where target is not null',
    );
    this.#tables = new Map(rows.map((row) => [row.name, tableOf(row)]));
  }

  /** A table that was registered later gets the values: the database makes its record. */
  sent({ table, values }: InlineRow): SentRow {
    const known = this.#tables.get(table);
    return known === undefined ? [table, values] : [known.target, recordOf(known, values)];
  }
}

/** Whether a table takes other columns than this process knows. */
export const isOtherColumns = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === 'AT409' && error.table !== undefined;

function tableOf({ target, columns, types }: TableRow): InlineTable {
  return { target, columns: columns.map((name, index) => [name, textIn(types[index] ?? '')] as const) };
}

function recordOf({ columns }: InlineTable, values: InlineRow['values']): string {
  let fields = '';
  for (const [name, textOf] of columns) {
    const value = values[name];
    fields += value === null || value === undefined ? ',' : `,${textOf(value)}`;
  }
  return `(${fields.slice(1)})`;
}

function textIn(type: string): TextOf {
  if (type === 'json' || type === 'jsonb') return (value) => quoted(JSON.stringify(value));
  const elementOf = /^jsonb?\[\]$/.test(type) ? jsonElement : element;
  return (value) => (Array.isArray(value) ? quoted(arrayOf(value, elementOf)) : plainText(value));
}

function plainText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(textOf(value));
}

/** Dates and objects as JSON writes them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  return value instanceof Date ? json.slice(1, -1) : json;
}

const arrayOf = (list: readonly unknown[], elementOf: TextOf): string =>
  `{${list.map((value) => (value === null || value === undefined ? 'NULL' : elementOf(value))).join(',')}}`;

function element(value: unknown): string {
  if (Array.isArray(value)) return arrayOf(value, element);
  return typeof value === 'number' ? String(value) : `"${escaped(textOf(value))}"`;
}

const jsonElement = (value: unknown): string => `"${escaped(JSON.stringify(value))}"`;

const hasSpecial = /[\s"\\(),]/;
const hasEscaped = /["\\]/;

/** Without quotes where PostgreSQL needs none: the shorter text costs both sides less. An empty text is not null. */
const quoted = (text: string): string => (text === '' || hasSpecial.test(text) ? `"${escaped(text)}"` : text);

const escaped = (text: string): string =>
  hasEscaped.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text;
