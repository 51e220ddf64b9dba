import { toInstant, type Actor } from '@atelier/domain/kernel.ts';
import type { ReferenceImported } from '@atelier/domain/reference/import/events.ts';
import { keyColumnsOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { countLines, type ImportCounts, type LineReport } from '@atelier/domain/reference/import/report.ts';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { inScope, sealingOf, type AppDb, type AppTransaction } from '../../platform/database.ts';
import type { EventMetadata, EventStore, Idempotency } from '@atelier/event-store/types.ts';
import type { Clock } from '@atelier/postgres/timers.ts';
import { appendIn, type StreamEvents } from '../../shared/recorded/append-in.ts';
import { changeOfTable, type TableChange } from '../../shared/recorded/record-table.commands.ts';
import { ACQUAINTANCES, recordedTable } from '../recorded.table.ts';
import { sealedCustomers } from '../sealed-customers.queries.ts';
import type { TableRow } from './table-rows.queries.ts';
import { planImport, type ImportPlan } from './plan-import.queries.ts';
import { savedRow, savedStream, type RowEdit } from './saved-row.commands.ts';
import type { PlannedRow } from '../../shared/planned-rows.ts';
import { acquaint, insertRows, updateRows } from './table-rows.commands.ts';

export interface ImportRequest {
  readonly set: DataSet;
  readonly rows: readonly ImportRow[];
  /** SHA-256 of the file's bytes, lower-case hex. */
  readonly digest: string;
  readonly isDryRun: boolean;
  readonly metadata: EventMetadata;
  /** null: from the command line. */
  readonly by: Actor | null;
  readonly idempotency?: Idempotency | undefined;
  /** One row that a person saves, in place of a file. */
  readonly edit?: RowEdit | undefined;
}

export interface ImportServices {
  readonly db: AppDb;
  readonly store: Pick<EventStore, 'nextIds' | 'findCommand' | 'advanceHorizon'>;
  readonly clock: Clock;
}

export interface ImportResult {
  /** False after a dry run, and where a row was wrong: then nothing has changed. */
  readonly imported: boolean;
  readonly importId: number | null;
  readonly counts: ImportCounts;
  readonly lines: readonly LineReport[];
  /** Of the event; undefined where none was written. */
  readonly position?: number;
}

/** Rows passed every check, yet the tables refused them together, e.g. two that exchange a unique number. */
export class ImportRefusedByTables extends Error {
  override name = 'ImportRefusedByTables';
}

/**
 * Takes a whole file into its table, with the event that says so, in one transaction: all of it or nothing. A dry run
 * does the very same and then takes it back, so that it promises nothing that the real run would refuse.
 * @throws ImportRefusedByTables
 */
export async function importReference(
  services: ImportServices,
  request: ImportRequest,
): Promise<ImportResult> {
  const [importId = 0] = request.isDryRun ? [] : await services.store.nextIds(1);
  const undone = new Undone();
  let result: ImportResult | undefined;
  try {
    await inScope(services.db, { kind: 'all' }, async (trx) => {
      await oneAtATime(trx);
      result = await runIn(trx, services.clock, request, importId);
      if (!result.imported) throw undone;
    });
  } catch (error) {
    if (error !== undone) throw isRefusal(error) ? new ImportRefusedByTables() : error;
  }
  if (result === undefined) throw new Error('an import ended without a result');
  if (result.imported) await services.store.advanceHorizon();
  return result;
}

/** Ends a transaction that is not to be kept. */
class Undone extends Error {}

/** Class 23: a constraint said no. */
const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code?.startsWith('23') === true;

/** Numbers are drawn from the tables themselves: a second import waits, at most as long as any lock. */
async function oneAtATime(trx: AppTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reference import'))`.execute(trx);
}

async function runIn(
  trx: AppTransaction,
  clock: Clock,
  request: ImportRequest,
  importId: number,
): Promise<ImportResult> {
  const plan = await planImport(trx, request.set, request.rows);
  const counts = countLines(plan.lines);
  const outcome = { counts, lines: plan.lines };
  if (counts.error > 0) return { ...outcome, imported: false, importId: null };
  const saved = request.edit && (await savedRow(trx, request.set, plan, request.edit));
  // Saved twice, or as it was: nothing to write and nothing to say.
  if (saved !== undefined && saved.changes.length === 0)
    return { ...outcome, imported: false, importId: null };
  const changes = request.isDryRun ? [] : await changesOf(trx, request.set, plan);
  await write(trx, request.set, plan);
  if (request.isDryRun) return { ...outcome, imported: false, importId: null };
  const own =
    saved === undefined
      ? importedStream(request, importId, counts, clock)
      : await savedStream(trx, saved, request.by, clock);
  const recorded: StreamEvents[] = [];
  for (const change of changes) recorded.push(await change.recorded(clock.now()));
  // The import's own event is the last one: its position is what the caller waits for.
  const position = await appendIn(trx, [...recorded, own], request);
  return { ...outcome, imported: true, importId, position };
}

const importedStream = (
  request: ImportRequest,
  importId: number,
  counts: ImportCounts,
  clock: Clock,
): StreamEvents => ({
  streamId: `reference-import-${importId}`,
  expectedVersion: 0,
  events: [importedEvent(request, importId, counts, clock)],
});

/** The tables that the file changes, as they are before it does (decisions/0204). */
async function changesOf(
  trx: AppTransaction,
  set: DataSet,
  plan: ImportPlan,
): Promise<readonly TableChange[]> {
  const rows = rowsOf(plan);
  if (rows.length === 0) return [];
  const own = await changeOfTable(trx, recordedTable(set.table), keyColumnsOf(set), rows);
  if (set.acquaints === null) return [own];
  return [own, await changeOfTable(trx, ACQUAINTANCES, ACQUAINTANCES.columns, pairsOf(set.acquaints, rows))];
}

const rowsOf = ({ inserts, updates }: ImportPlan): readonly TableRow[] =>
  [...inserts, ...updates].map(({ values }) => values);

const pairsOf = ({ customer, site }: NonNullable<DataSet['acquaints']>, rows: readonly TableRow[]) =>
  rows.map((row) => ({ customer_id: row[customer], site_id: row[site] }));

async function write(trx: AppTransaction, set: DataSet, plan: ImportPlan): Promise<void> {
  await insertRows(trx, set.table, await asStored(trx, set, plan.inserts));
  const updates = await asStored(trx, set, plan.updates);
  if (updates.length > 0) await updateRows(trx, set.table, keyColumnsOf(set), updates);
  if (set.acquaints !== null) await acquaint(trx, pairsOf(set.acquaints, rowsOf(plan)));
}

async function asStored(
  trx: AppTransaction,
  { table }: DataSet,
  planned: readonly PlannedRow[],
): Promise<readonly TableRow[]> {
  const rows = planned.map(({ values }) => values);
  return table === 'customers' ? sealedCustomers(sealingOf(trx), rows) : rows;
}

/** What was taken of a file, without what its cells held. */
export function importedEvent(
  { set, rows, digest, by }: Pick<ImportRequest, 'set' | 'rows' | 'digest' | 'by'>,
  importId: number,
  { insert, update, unchanged }: ImportCounts,
  clock: Clock,
): ReferenceImported {
  return {
    type: 'ReferenceImported',
    data: {
      importId,
      set: set.name,
      rows: rows.length,
      inserted: insert,
      updated: update,
      unchanged,
      digest,
      at: toInstant(clock.now().getTime()),
      by,
    },
  };
}
