import type { ReferenceSetView } from './schema.ts';
import type { Column } from '@atelier/domain/reference/import/column.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { headersOf } from '@atelier/domain/reference/import/read-cell.ts';
import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';

const choicesOf = ({ read }: Column): string[] => {
  if (read.kind === 'choice') return [...read.of];
  return read.kind === 'boolean' ? ['true', 'false'] : [];
};

const setOf = (table: string): string | null =>
  REFERENCE_SETS.find((set) => set.table === table)?.name ?? null;

/** A column as the screen explains it, once per header. */
const columnViews = (column: Column): ReferenceSetView['columns'] =>
  headersOf(column).map((name, at) => ({
    name,
    kind: column.read.kind,
    is_key: column.isKey,
    // Of a text in seven languages, English alone must be there.
    is_optional: column.isOptional || at > 0,
    example: at > 0 ? '' : column.example,
    choices: choicesOf(column),
    refers_to: column.ref === null ? null : setOf(column.ref.table),
  }));

/** What a set's file must look like. */
export const referenceSetViewOf = (set: DataSet): ReferenceSetView => ({
  set: set.name,
  columns: set.columns.flatMap(columnViews),
});
