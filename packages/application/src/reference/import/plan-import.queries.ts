import type { Column } from '@atelier/domain/reference/import/column.ts';
import { keyColumnsOf, storedIn, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { reportedIssue, skuIn, type LineReport } from '@atelier/domain/reference/import/report.ts';
import type { AppTransaction } from '../../platform/database.ts';
import {
  draftOf,
  isSelfReference,
  keyOf,
  markDoubles,
  resolveReference,
  type Draft,
} from './draft-rows.queries.ts';
import { inTurns } from '../../shared/in-turns.ts';
import type { PlannedRow } from '../../shared/planned-rows.ts';
import { withPlaceIds } from '../sealed-customers.queries.ts';
import { lastNumber, rowsByKey, rowsHolding, type TableRow } from './table-rows.queries.ts';

/** What a file would do: a line per row of it, and the rows as they would be written. */
export interface ImportPlan {
  readonly lines: readonly LineReport[];
  readonly inserts: readonly PlannedRow[];
  readonly updates: readonly PlannedRow[];
}

/** Compares a file with the tables as they are in this transaction. Writes nothing. */
export async function planImport(
  trx: AppTransaction,
  set: DataSet,
  rows: readonly ImportRow[],
): Promise<ImportPlan> {
  const drafts = await inTurns(rows, draftOf);
  const [own, others] = [set.columns.filter((it) => isSelfReference(set, it)), set.columns];
  for (const column of others.filter((it) => !own.includes(it))) await resolveReference(trx, column, drafts);
  await dropUnstored(set, drafts);
  await markDoubles(set, drafts);
  await findExisting(trx, set, drafts);
  await giveNumbers(trx, set, drafts);
  const sound = drafts.filter(({ issues }) => issues.length === 0).map(({ values }) => values);
  for (const column of own) await resolveReference(trx, column, drafts, sound);
  await markTaken(trx, set, drafts);
  await inTurns(drafts, (draft) => finish(set, draft));
  return planOf(set, drafts);
}

/** What only helped to read and check the others is no column of the table. */
async function dropUnstored(set: DataSet, drafts: readonly Draft[]): Promise<void> {
  const dropped = set.columns.filter((column) => !column.isStored);
  await inTurns(drafts, ({ values }) => {
    for (const { to } of dropped) delete values[to];
  });
}

async function findExisting(trx: AppTransaction, set: DataSet, drafts: readonly Draft[]): Promise<void> {
  const keys = keyColumnsOf(set);
  const known = drafts.filter(({ values }) => keyOf(set, values) !== undefined);
  const given = known.map(({ values }) => Object.fromEntries(keys.map((name) => [name, values[name]])));
  const rows = await rowsByKey(trx, set.table, keys, given);
  const found = set.table === 'customers' ? rows.map(withPlaceIds) : rows;
  found.sort(byStanding);
  const byKey = new Map(await inTurns(found, (row) => [keyOf(set, row), row] as const));
  await inTurns(known, (draft) => {
    draft.existing = byKey.get(keyOf(set, draft.values));
  });
}

/** Of several rows with one key, such as workers with one work id, the last one is meant: active ones follow the others. */
const byStanding = (one: TableRow, other: TableRow): number =>
  Number(one['active'] === true) - Number(other['active'] === true) ||
  Number(one['id'] ?? 0) - Number(other['id'] ?? 0);

/** New rows go on where the table's own numbers end; one import runs at a time, so no other draws them. */
async function giveNumbers(
  trx: AppTransaction,
  { numbered, table }: DataSet,
  drafts: readonly Draft[],
): Promise<void> {
  if (numbered === null) return;
  let next = (await lastNumber(trx, table)) + 1;
  for (const { values, existing } of drafts) {
    const id = existing?.[numbered];
    values[numbered] = typeof id === 'number' ? id : next++;
  }
}

/** What must be unique and is another row's already. */
async function markTaken(trx: AppTransaction, set: DataSet, drafts: readonly Draft[]): Promise<void> {
  for (const column of set.columns.filter(({ isUnique }) => isUnique)) {
    const values = [...new Set(drafts.map((draft) => draft.values[column.to]))].filter((it) => it != null);
    const holders = await rowsHolding(trx, set.table, column.to, values, keyColumnsOf(set));
    const keyByValue = new Map(holders.map((row) => [row[column.to], keyOf(set, row)]));
    for (const { values: mine, issues } of drafts) {
      const holder = keyByValue.get(mine[column.to]);
      if (holder !== undefined && holder !== keyOf(set, mine))
        issues.push({ column: column.name, code: 'taken' });
    }
  }
}

/** The rules over the whole row, and the columns that follow from others. */
function finish(set: DataSet, { row, values, issues, existing }: Draft): void {
  if (row.issues.length === 0) issues.push(...set.check(values));
  if (issues.length > 0) return;
  Object.assign(values, set.derive(values));
  if (existing === undefined) return;
  for (const column of set.columns.filter(({ isFixed }) => isFixed)) {
    if (isChanged(column, values, existing)) issues.push({ column: column.name, code: 'cannot_change' });
  }
}

const isChanged = (column: Column, values: TableRow, existing: TableRow): boolean =>
  storedIn(column).some((name) => canonical(values[name]) !== canonical(existing[name]));

/** Two values that a table stores alike read alike, because jsonb reorders fields. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value ?? null);
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function planOf(set: DataSet, drafts: readonly Draft[]): Promise<ImportPlan> {
  const lines = await inTurns(drafts, (draft) => lineOf(set, draft));
  const of = (action: LineReport['action']) =>
    drafts
      .filter((_, at) => lines[at]?.action === action)
      .map(({ row, values, existing }) => ({ line: row.line, values, existing }));
  return { lines, inserts: of('insert'), updates: of('update') };
}

function lineOf(set: DataSet, { row, values, issues, existing }: Draft): LineReport {
  const place = { line: row.line, sku: skuIn(set, row) };
  if (issues.length > 0) {
    return {
      ...place,
      action: 'error',
      changes: [],
      errors: issues.map((issue) => reportedIssue(set, row, issue)),
    };
  }
  if (existing === undefined) return { ...place, action: 'insert', changes: [], errors: [] };
  const changes = set.columns.filter((it) => isChanged(it, values, existing)).map(({ name }) => name);
  const isSame = Object.entries(values).every(
    ([name, value]) => canonical(value) === canonical(existing[name]),
  );
  return { ...place, action: isSame ? 'unchanged' : 'update', changes, errors: [] };
}
