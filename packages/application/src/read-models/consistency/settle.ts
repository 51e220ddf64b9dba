import { type CheckTools, compareStreams } from './compare-streams.ts';
import { COMPARED_BY_RECORD, compareRecorded } from './compare-recorded.ts';
import { compareCounters, repairCounters } from './compare-counters.ts';
import type { DifferenceTable } from '../../system/consistency/consistency.table.ts';
import { type DifferenceServices, noteRepair } from './note-difference.ts';
import { repairRows } from './repair-rows.ts';

export interface SettleReport {
  readonly onRepaired: (difference: {
    readonly id: number;
    readonly table: string;
    readonly key: string;
  }) => void;
  /** A repair did not go through; it is tried again in the next round. */
  readonly onPostponed: (error: unknown, table: string) => void;
}

type Work = CheckTools & DifferenceServices;

interface Place {
  readonly table: string;
  readonly key: string;
}
export const isPlace = (a: Place, b: Place): boolean => a.table === b.table && a.key === b.key;

/**
 * Compares again what was found to differ; rewrites what still does; writes down what fits now. A stream that does not
 * fit its own chain stays open: nothing could be rebuilt from it. Answers how many differences are gone.
 */
export async function settleDifferences(
  work: Work,
  open: readonly DifferenceTable[],
  report: SettleReport,
): Promise<number> {
  const recorded = open.filter(({ table_name }) => COMPARED_BY_RECORD.has(table_name));
  const ofStreams = open.filter(
    ({ stream_id, table_name }) =>
      stream_id !== null && table_name !== LIVE && !COMPARED_BY_RECORD.has(table_name),
  );
  const ofCounters = open.filter(
    ({ stream_id, table_name }) => stream_id === null && !COMPARED_BY_RECORD.has(table_name),
  );
  const streams = await settleStreams(work, ofStreams, report);
  const counters = await settleCounters(work, ofCounters, report);
  return streams + counters + (await settleRecorded(work, recorded, report));
}

/** Nothing can be rewritten here: a person brings back what the log recorded, and the difference is gone. */
async function settleRecorded(
  work: Work,
  open: readonly DifferenceTable[],
  report: SettleReport,
): Promise<number> {
  if (open.length === 0) return 0;
  // The key of a table's difference counts its rows, which go on changing.
  const nameOf = (table: string, streamId: string | null, key: string) => `${table} ${streamId ?? key}`;
  const places = await compareRecorded(work.session, work.store);
  const left = new Set(places.map(({ table, streamId, key }) => nameOf(table, streamId, key)));
  const gone = open.filter(
    ({ table_name, stream_id, row_key }) => !left.has(nameOf(table_name, stream_id, row_key)),
  );
  await noteAll(work, gone, 'elsewhere', report);
  return gone.length;
}

/** The caches of API nodes; each node compares and repairs them. */
export const LIVE = 'live';

async function settleStreams(
  work: Work,
  open: readonly DifferenceTable[],
  report: SettleReport,
): Promise<number> {
  const elsewhere = await stillDiffer(work, open);
  await noteAll(work, elsewhere.gone, 'elsewhere', report);
  const repairable = elsewhere.left.filter(({ kind }) => kind !== 'log');
  const byTable = Map.groupBy(repairable, ({ table_name }) => table_name);
  for (const [table, rows] of byTable) await repairTogether(work, table, streamsOf(rows), report);
  const { gone } = await stillDiffer(work, repairable);
  await noteAll(work, gone, 'rewritten', report);
  return elsewhere.gone.length + gone.length;
}

const streamsOf = (rows: readonly DifferenceTable[]): readonly string[] => [
  ...new Set(rows.flatMap(({ stream_id }) => stream_id ?? [])),
];

interface Compared {
  readonly left: readonly DifferenceTable[];
  readonly gone: readonly DifferenceTable[];
}

/** What could not be compared now is neither here nor gone: it is compared again later. */
async function stillDiffer(work: Work, rows: readonly DifferenceTable[]): Promise<Compared> {
  const { differences, skipped } = await compareStreams(work, streamsOf(rows));
  const unknown = new Set(skipped);
  const compared = rows.filter(({ stream_id }) => !unknown.has(stream_id ?? ''));
  const differs = ({ table_name: table, row_key: key }: DifferenceTable): boolean =>
    differences.some((place) => isPlace(place, { table, key }));
  return { left: compared.filter(differs), gone: compared.filter((row) => !differs(row)) };
}

/** All of a table at once; where that does not go through, stream by stream, so that one does not hold the others up. */
async function repairTogether(
  work: Work,
  table: string,
  streamIds: readonly string[],
  report: SettleReport,
): Promise<void> {
  try {
    await repairRows(work, table, streamIds);
  } catch (error) {
    if (streamIds.length === 1) return report.onPostponed(error, table);
    for (const streamId of streamIds) await repairTogether(work, table, [streamId], report);
  }
}

async function settleCounters(
  work: Work,
  open: readonly DifferenceTable[],
  report: SettleReport,
): Promise<number> {
  let gone = 0;
  const byScope = Map.groupBy(open, ({ row_key }) => Number(/^scope_key=(-?\d+)/.exec(row_key)?.[1] ?? 0));
  for (const [scopeKey, rows] of byScope) {
    await repairCounters(work, scopeKey).catch((error: unknown) => report.onPostponed(error, 'counters'));
    const left = await compareCounters(work, scopeKey);
    const fits = rows.filter(
      ({ table_name: table, row_key: key }) => !left.some((place) => isPlace(place, { table, key })),
    );
    await noteAll(work, fits, 'rewritten', report);
    gone += fits.length;
  }
  return gone;
}

async function noteAll(
  work: Work,
  rows: readonly DifferenceTable[],
  how: 'rewritten' | 'elsewhere',
  report: SettleReport,
): Promise<void> {
  for (const { id, table_name: table, row_key: key } of rows) {
    await noteRepair(work, id, how);
    report.onRepaired({ id, table, key });
  }
}
