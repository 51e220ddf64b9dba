import type { DataSet } from '@atelier/domain/reference/import/data-set.ts';
import type { ImportRow } from '@atelier/domain/reference/import/read-file.ts';
import { countLines, reportedIssue, type LineReport } from '@atelier/domain/reference/import/report.ts';
import type { EventMetadata, EventStore } from '@atelier/event-store/types.ts';
import type { Kysely } from 'kysely';
import { inScope, type Database } from '../../platform/database.ts';
import { planImport } from './plan-import.queries.ts';
import type { PlannedRow, RowDecision } from '../../shared/planned-rows.ts';
import { importedEvent, type ImportResult } from './reference-import.commands.ts';

export interface EventImportServices {
  readonly db: Kysely<Database>;
  readonly store: EventStore;
  readonly clock: { readonly now: () => Date };
}

export interface EventImport {
  readonly set: DataSet;
  readonly rows: readonly ImportRow[];
  /** SHA-256 of the file's bytes, lower-case hex. */
  readonly digest: string;
  readonly isDryRun: boolean;
  readonly metadata: EventMetadata;
  /** What each row that differs from the tables becomes, by its line. Writes nothing. */
  readonly decide: (planned: readonly PlannedRow[]) => Promise<ReadonlyMap<number, RowDecision>>;
}

/**
 * Imports a file whose rows are events of streams: all of it in one append with the event that says so, or nothing. A dry run
 * decides the same and appends nothing.
 * @throws WrongExpectedVersion when one of the streams changed meanwhile
 */
export async function importAsEvents(
  services: EventImportServices,
  request: EventImport,
): Promise<ImportResult> {
  const { set, rows } = request;
  const plan = await inScope(services.db, { kind: 'all' }, (trx) => planImport(trx, set, rows));
  const refused = { imported: false, importId: null } as const;
  const first = countLines(plan.lines);
  if (first.error > 0) return { ...refused, counts: first, lines: plan.lines };
  const decisions = await request.decide([...plan.inserts, ...plan.updates]);
  const lines = plan.lines.map((line) => settled(request, line, decisions.get(line.line)));
  const counts = countLines(lines);
  if (counts.error > 0 || request.isDryRun) return { ...refused, counts, lines };
  const streams = [...decisions.values()].flatMap((decision) =>
    'streams' in decision ? decision.streams : [],
  );
  return { ...(await append(services, request, { counts, lines }, streams)), imported: true };
}

/** The line as it is once its row was decided. */
function settled(
  { set, rows }: EventImport,
  line: LineReport,
  decision: RowDecision | undefined,
): LineReport {
  if (decision === undefined) return line;
  if ('streams' in decision)
    return decision.streams.length > 0 ? line : { ...line, action: 'unchanged', changes: [] };
  const row = rows.find((each) => each.line === line.line);
  const errors = row === undefined ? [] : [reportedIssue(set, row, decision.issue)];
  return { ...line, action: 'error', changes: [], errors };
}

async function append(
  { store, clock }: EventImportServices,
  request: EventImport,
  outcome: Pick<ImportResult, 'counts' | 'lines'>,
  streams: Extract<RowDecision, { streams: unknown }>['streams'],
): Promise<Omit<ImportResult, 'imported'>> {
  const [importId = 0] = await store.nextIds(1);
  const event = importedEvent({ ...request, by: null }, importId, outcome.counts, clock);
  const own = { streamId: `reference-import-${importId}`, expectedVersion: 0, events: [event] };
  const { position } = await store.append({ streams: [...streams, own], metadata: request.metadata });
  return { ...outcome, importId, position };
}
