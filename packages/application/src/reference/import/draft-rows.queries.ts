import type { CellValue, Column } from '@atelier/domain/reference/import/column.ts';
import { keyColumnsOf, storedIn, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow, LineIssue } from '@atelier/domain/reference/import/read-file.ts';
import type { AppTransaction } from '../../platform/database.ts';
import { inTurns } from '../../shared/in-turns.ts';
import { rowsHolding, type TableRow } from './table-rows.queries.ts';

/** A row of the file on its way to the table: what is known of it so far. */
export interface Draft {
  readonly row: ImportRow;
  /** Columns of the table. */
  readonly values: Record<string, CellValue>;
  readonly issues: LineIssue[];
  existing: TableRow | undefined;
}

export const draftOf = (row: ImportRow): Draft => ({
  row,
  values: { ...row.values },
  issues: [...row.issues],
  existing: undefined,
});

/** A row's key as text; undefined while a part of it is not known. */
export function keyOf(set: DataSet, values: TableRow): string | undefined {
  const parts = keyColumnsOf(set).map((name) => values[name]);
  return parts.some((part) => part === undefined || part === null) ? undefined : JSON.stringify(parts);
}

export const isSelfReference = (set: DataSet, { ref }: Column): boolean => ref?.table === set.table;

/** Replaces what the file calls another row by what the table stores of it. */
export async function resolveReference(
  trx: AppTransaction,
  { name, ref }: Column,
  drafts: readonly Draft[],
  also: readonly TableRow[] = [],
): Promise<void> {
  if (ref === null) return;
  const called = drafts.map(({ row }) => row.values[name]).filter((value) => value != null);
  const { agrees = {} } = ref;
  const wanted = [...Object.values(ref.take), ...Object.values(agrees)];
  const found = await rowsHolding(trx, ref.table, ref.match, [...new Set(called)], wanted);
  const byName = new Map([...also, ...found].map((row) => [row[ref.match], row]));
  await inTurns(drafts, (draft) => {
    const value = draft.row.values[name];
    if (value === undefined) return;
    const target = value === null ? undefined : byName.get(value);
    if (value !== null && target === undefined)
      draft.issues.push({ column: name, code: 'unknown_reference' });
    // A column of the same name (`country`) is stored as found; otherwise the file's own word goes.
    delete draft.values[name];
    for (const [to, from] of Object.entries(ref.take)) draft.values[to] = cellOf(target?.[from]);
    if (target !== undefined && !isAgreed(agrees, draft.values, target)) {
      draft.issues.push({ column: name, code: 'does_not_belong' });
    }
  });
}

const isAgreed = (agrees: Readonly<Record<string, string>>, ours: TableRow, theirs: TableRow): boolean =>
  Object.entries(agrees).every(([here, there]) => ours[here] === theirs[there]);

/** Ids and codes: what a reference takes is a number or a word. */
const cellOf = (value: unknown): CellValue =>
  typeof value === 'number' || typeof value === 'string' ? value : null;

/** Two lines with one key, or with one value where the table allows it once: the second is wrong. */
export async function markDoubles(set: DataSet, drafts: readonly Draft[]): Promise<void> {
  const keyColumn = set.columns.find((column) => column.isKey)?.name ?? '';
  await markRepeated(drafts, (draft) => keyOf(set, draft.values), { column: keyColumn, code: 'double_key' });
  for (const column of set.columns.filter(({ isUnique }) => isUnique)) {
    const [stored = column.to] = storedIn(column);
    const valueOf = ({ values }: Draft) => {
      const value = values[stored];
      return typeof value === 'string' ? value : undefined;
    };
    await markRepeated(drafts, valueOf, { column: column.name, code: 'double_value' });
  }
}

async function markRepeated(
  drafts: readonly Draft[],
  of: (draft: Draft) => string | undefined,
  issue: LineIssue,
): Promise<void> {
  const seen = new Set<string>();
  await inTurns(drafts, (draft) => {
    const value = of(draft);
    if (value === undefined) return;
    if (seen.has(value)) draft.issues.push(issue);
    seen.add(value);
  });
}
