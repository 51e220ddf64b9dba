import { DatabaseError, type Pool } from 'pg';
import type { InlineRow } from '../types.ts';

/** How an append sends a row: the text of a record for a target of the database, or the values where the table is not known. */
export type SentRow = readonly [target: string, row: string | InlineRow['values']];

interface InlineTable {
  readonly target: string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly isJson: boolean;
  readonly elementOf: (value: unknown) => string;
}

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
  return { target, columns: columns.map((name, index) => columnOf(name, types[index] ?? '')) };
}

function columnOf(name: string, type: string): Column {
  const isJson = type === 'json' || type === 'jsonb';
  return { name, isJson, elementOf: /^jsonb?\[\]$/.test(type) ? jsonElement : element };
}

const recordOf = ({ columns }: InlineTable, values: InlineRow['values']): string =>
  `(${columns.map((column) => fieldOf(values[column.name], column)).join(',')})`;

/** The text of a column's value within a record; empty for null. */
function fieldOf(value: unknown, { isJson, elementOf }: Column): string {
  if (value === null || value === undefined) return '';
  // JSON holds no line ends and no halves of characters, so its own quoting is that of a record.
  if (isJson) return JSON.stringify(JSON.stringify(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(Array.isArray(value) ? arrayOf(value, elementOf) : textOf(value));
}

const arrayOf = (list: readonly unknown[], elementOf: (value: unknown) => string): string =>
  `{${list.map((value) => (value === null || value === undefined ? 'NULL' : elementOf(value))).join(',')}}`;

function element(value: unknown): string {
  if (Array.isArray(value)) return arrayOf(value, element);
  return typeof value === 'number' ? String(value) : `"${escaped(textOf(value))}"`;
}

const jsonElement = (value: unknown): string => JSON.stringify(JSON.stringify(value));

/** Dates and objects as JSON writes them. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const json = JSON.stringify(value);
  return value instanceof Date ? json.slice(1, -1) : json;
}

const hasSpecial = /[\s"\\(),]/;

/** Without quotes where PostgreSQL needs none: the shorter text costs both sides less. An empty text is not null. */
const quoted = (text: string): string => (text === '' || hasSpecial.test(text) ? `"${escaped(text)}"` : text);

const hasEscaped = /["\\]/;
const escaped = (text: string): string => (hasEscaped.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text);
