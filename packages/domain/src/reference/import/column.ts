import type { TranslatedText } from '../../contract/translated-text.ts';

/** What a cell becomes in a row of a table. */
export type CellValue = string | number | boolean | null | readonly string[] | TranslatedText;

/** How a cell is read. Money and weights are written as printed and kept in the smallest unit. */
export type ColumnKind =
  /** `isCode`: printed in capitals, read as every other door reads it (`capitalCode`). */
  | { readonly kind: 'text'; readonly max: number; readonly pattern?: RegExp; readonly isCode?: true }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'day' }
  /** `1.25` with two digits is 125. */
  | { readonly kind: 'decimal'; readonly digits: number }
  /** An amount in the currency of another column of the same row. */
  | { readonly kind: 'money'; readonly currency: string }
  | { readonly kind: 'currency' }
  | { readonly kind: 'timeZone' }
  /** Words separated by `|`. */
  | { readonly kind: 'list'; readonly pattern: RegExp; readonly some: boolean }
  /** One header per language: `name_en`, `name_zh-CN` …; English must be there, the others may be blank. */
  | { readonly kind: 'translated'; readonly max: number };

/** A cell that names a row of another table (or of the same one) by what people call it. */
export interface Reference {
  readonly table: string;
  readonly match: string;
  /** Column of ours ← column of the row found: an invoice takes its order's id and its order's shop. */
  readonly take: Readonly<Record<string, string>>;
  /** What must be the same in both rows, ours ← theirs: a city lies in the province that is named beside it. */
  readonly agrees?: Readonly<Record<string, string>>;
}

export interface Column {
  /** The header of the file. */
  readonly name: string;
  /** The column of the table; the header's name where nothing else is said. */
  readonly to: string;
  readonly read: ColumnKind;
  readonly example: string;
  readonly isOptional: boolean;
  /** Together the keys name the row: found means update, not found insert. */
  readonly isKey: boolean;
  /** No two rows may hold the same. */
  readonly isUnique: boolean;
  /** Once there it may not change: other records lean on it. */
  readonly isFixed: boolean;
  /** False: only there to read and check the others by. */
  readonly isStored: boolean;
  readonly blank: CellValue;
  readonly ref: Reference | null;
}

type Traits = Partial<Omit<Column, 'name' | 'read' | 'example'>>;

/** A column with its usual traits: required, not a key, of the table's own name. */
export const column = (name: string, read: ColumnKind, example: string, traits: Traits = {}): Column => ({
  name,
  to: name,
  read,
  example,
  isOptional: false,
  isKey: false,
  isUnique: false,
  isFixed: false,
  isStored: true,
  blank: null,
  ref: null,
  ...traits,
});

export const KEY: Traits = { isKey: true };
export const OPTIONAL: Traits = { isOptional: true };

export const text = (max = 200, pattern?: RegExp): ColumnKind =>
  pattern === undefined ? { kind: 'text', max } : { kind: 'text', max, pattern };
export const choice = (...of: readonly string[]): ColumnKind => ({ kind: 'choice', of });
export const integer = (min: number, max = 2_147_483_647): ColumnKind => ({ kind: 'integer', min, max });
export const YES_NO: ColumnKind = { kind: 'boolean' };
export const DAY: ColumnKind = { kind: 'day' };
export const CURRENCY: ColumnKind = { kind: 'currency' };
export const money = (currency: string): ColumnKind => ({ kind: 'money', currency });
export const decimal = (digits: number): ColumnKind => ({ kind: 'decimal', digits });

/** A cell with the code of another row, whose id is stored under `to`. */
export const refTo = (
  table: string,
  match: string,
  to: string,
  id = 'id',
  agrees: Reference['agrees'] = {},
): Traits => ({
  ref: { table, match, take: { [to]: id }, agrees },
});
