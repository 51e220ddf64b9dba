import { REFERENCE_SETS } from '@atelier/domain/reference/import/sets.ts';
import { storedIn, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { RecordedTable } from '../shared/recorded/recorded-table.ts';

/** Which shop knows which customer. */
export const ACQUAINTANCES: RecordedTable = {
  table: 'customer_sites',
  columns: ['customer_id', 'site_id'],
};

/**
 * Of a customer the columns that say who may see the record. The others are sealed one by one, so that nothing else can be put there,
 * and an erasure empties them.
 */
const CUSTOMERS = ['id', 'home_site_id', 'language', 'country'];

const columnsOf = ({ table, numbered, columns }: DataSet): readonly string[] =>
  table === 'customers'
    ? CUSTOMERS
    : [...(numbered === null ? [] : [numbered]), ...new Set(columns.flatMap(storedIn))];

/** Every table of reference data (product/reference.md §1). */
export const RECORDED_TABLES: readonly RecordedTable[] = [
  ...REFERENCE_SETS.map((set) => ({ table: set.table, columns: columnsOf(set) })),
  ACQUAINTANCES,
];

export function recordedTable(name: string): RecordedTable {
  const found = RECORDED_TABLES.find(({ table }) => table === name);
  if (found === undefined) throw new RangeError(`${name} is no table of reference data`);
  return found;
}
