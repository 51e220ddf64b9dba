import { randomUUID } from 'node:crypto';
import { toInstant } from '@atelier/domain/kernel.ts';
import type { Actor } from '@atelier/domain/kernel.ts';
import type { ReferenceImported } from '@atelier/domain/reference/import/events.ts';
import { keyColumnsOf } from '@atelier/domain/reference/import/data-set.ts';
import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { countLines } from '@atelier/domain/reference/import/report.ts';
import type { ImportCounts, LineReport } from '@atelier/domain/reference/import/report.ts';
import { CompiledQuery, sql } from 'kysely';
import { DatabaseError } from 'pg';
import { inScope } from '../../database.ts';
import { appendBatch } from '@atelier/event-store/append/append-batch.ts';
import type { Clock, EventMetadata, EventStore, Idempotency } from '@atelier/event-store/types.ts';
import type { ReferenceDb, ReferenceTransaction } from '../reference.table.ts';
import { sealingOf } from '../../database.ts';
import { sealedCustomers } from '../sealed-customers.queries.ts';
import type { TableRow } from './table-rows.queries.ts';
import { planImport } from './plan-import.queries.ts';
import type { ImportPlan } from './plan-import.queries.ts';
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
}

export interface ImportServices {
  readonly db: ReferenceDb;
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
async function oneAtATime(trx: ReferenceTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('reference import'))`.execute(trx);
}

async function runIn(
  trx: ReferenceTransaction,
  clock: Clock,
  request: ImportRequest,
  importId: number,
): Promise<ImportResult> {
  const plan = await planImport(trx, request.set, request.rows);
  const counts = countLines(plan.lines);
  const outcome = { counts, lines: plan.lines };
  if (counts.error > 0) return { ...outcome, imported: false, importId: null };
  await write(trx, request.set, plan);
  if (request.isDryRun) return { ...outcome, imported: false, importId: null };
  const event = importedEvent(request, importId, counts, clock);
  const position = await appendIn(trx, event, request);
  return { ...outcome, imported: true, importId, position };
}

async function write(trx: ReferenceTransaction, set: DataSet, plan: ImportPlan): Promise<void> {
  await insertRows(trx, set.table, await asStored(trx, set, plan.inserts));
  const updates = await asStored(trx, set, plan.updates);
  if (updates.length > 0) await updateRows(trx, set.table, keyColumnsOf(set), updates);
  const { acquaints } = set;
  if (acquaints === null) return;
  const pairs = [...plan.inserts, ...plan.updates].map(({ values }) => ({
    customer_id: values[acquaints.customer],
    site_id: values[acquaints.site],
  }));
  await acquaint(trx, pairs);
}

async function asStored(
  trx: ReferenceTransaction,
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

/** The append's own statement in the import's transaction; the last one, because the log's readers wait for it. */
async function appendIn(
  trx: ReferenceTransaction,
  { type, data }: ReferenceImported,
  { metadata, idempotency }: ImportRequest,
): Promise<number> {
  const streamId = `reference-import-${data.importId}`;
  const events = [[randomUUID(), type, 1, data] as const];
  const streams = [{ streamId, expectedVersion: 0, events, row: undefined }];
  const [settled] = await appendBatch(clientOf(trx), [{ streams, metadata, idempotency }]);
  if (settled === undefined || settled instanceof Error) throw settled ?? new Error('nothing was appended');
  return settled.position;
}

/** Kysely's transaction as the append knows a connection. */
function clientOf(trx: ReferenceTransaction): Parameters<typeof appendBatch>[0] {
  const query = async ({ text, values }: { text: string; values: readonly unknown[] }) =>
    trx.executeQuery(CompiledQuery.raw(text, [...values]));
  // The driver's own signature has seven overloads; the append uses this one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query } as unknown as Parameters<typeof appendBatch>[0];
}
