import { createHash } from 'node:crypto';
import { KNOWN_JOBS } from '@atelier/domain/system/jobs/contract.ts';
import type { JobsRow } from '@atelier/contracts/system/jobs/schema.ts';
import { safeError } from '@atelier/domain/system/jobs/safe-error.ts';
import {
  backupHealth,
  lastRestoredAt,
  type BackupHealth,
} from '@atelier/application/system/backups/backups.queries.ts';
import {
  consistencyState,
  listDifferences,
  type ConsistencyState,
} from '@atelier/application/system/consistency/consistency.queries.ts';
import type { DifferenceTable } from '@atelier/application/tables.ts';
import { sealingStanding } from '@atelier/application/audit/sealing/sealing.queries.ts';
import {
  newestFinished,
  type FinishedVerification,
} from '@atelier/application/audit/verification/verification.queries.ts';
import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import { siemHealth, type SiemHealth } from '@atelier/application/exports/siem/siem.queries.ts';
import { listParkedStreams, listRetries } from '@atelier/application/system/jobs/jobs.queries.ts';
import { projectionHealth } from '@atelier/application/projections/health.ts';
import type { ApiDeps } from '../../http/deps.ts';
import type { FoundJob, QueueSnapshot, QueuePort } from './queue-port.ts';

type Unversioned<Row> = Row extends unknown ? Omit<Row, 'version'> : never;
/** A row before it is known when it was read. */
export type UnversionedRow = Unversioned<JobsRow>;

const SHOWN = 50;
const NOTES_SHOWN = 10;
const DIFFERENCES_SHOWN = 20;

/** Everything the screen shows, read now. Unreachable queues are one separate row. */
export async function readJobs(
  { db, store, log, clock }: Pick<ApiDeps, 'db' | 'store' | 'log' | 'clock'>,
  queues: QueuePort,
): Promise<readonly UnversionedRow[]> {
  const down = (error: unknown): readonly UnversionedRow[] => {
    log.warn({ err: error }, 'queue read failed, jobs screen shows queues as down');
    return [{ ...keyed('down'), what: 'down' }];
  };
  const [
    queueRows,
    health,
    parked,
    notes,
    consistency,
    differences,
    backups,
    restoredAt,
    siem,
    seal,
    verified,
  ] = await Promise.all([
    queues.readAll().then((found) => found.flatMap(rowsOfQueue), down),
    projectionHealth(db, store),
    listParkedStreams(db, SHOWN),
    listRetries(db, NOTES_SHOWN),
    consistencyState(db),
    listDifferences(db, DIFFERENCES_SHOWN),
    backupHealth(db, clock.now()),
    lastRestoredAt(db),
    siemHealth(db, store, clock.now()),
    sealingStanding(db, store, clock.now()),
    newestFinished(db),
  ]);
  return [
    ...queueRows,
    ...health.map((each): UnversionedRow => {
      const { name, behind, parked: events } = each;
      const leader = each.leader?.name ?? null;
      return { ...keyed('projection', name), what: 'projection', name, behind, parked: events, leader };
    }),
    ...parked.map(({ parked_at, error, ...each }): UnversionedRow => ({
      ...keyed('parked', each.projection, each.stream_id),
      what: 'parked',
      ...each,
      error: safeError(error),
      at: parked_at.toISOString(),
    })),
    ...notes.map(({ retry_id, ...note }): UnversionedRow => ({
      ...keyed('retry', String(retry_id)),
      what: 'retry',
      ...note,
    })),
    consistencyRow(consistency),
    ...differences.map(differenceRow),
    backupRow(backups, restoredAt),
    siemRow(siem),
    sealingRow(seal, verified),
  ];
}

const consistencyRow = (state: ConsistencyState): UnversionedRow => ({
  ...keyed('consistency'),
  what: 'consistency',
  at: state.round_at?.toISOString() ?? null,
  streams: state.round_streams,
  skipped: state.round_skipped,
  swept_at: state.swept_at?.toISOString() ?? null,
  open: state.open,
  found: state.found,
});

const backupRow = (health: BackupHealth, restoredAt: Date | null): UnversionedRow => ({
  ...keyed('backup'),
  what: 'backup',
  standing: health.standing,
  target: health.target,
  taken_at: health.takenAt?.toISOString() ?? null,
  size: health.size,
  verified_at: health.verifiedAt?.toISOString() ?? null,
  archived_at: health.archivedAt?.toISOString() ?? null,
  failed_at: health.failedAt?.toISOString() ?? null,
  trouble: health.trouble,
  trouble_since: health.troubleSince?.toISOString() ?? null,
  reason: health.reason,
  restored_at: restoredAt?.toISOString() ?? null,
});

function sealingRow(
  { waiting: _, ...seal }: SealingView,
  verified: FinishedVerification | undefined,
): UnversionedRow {
  return {
    ...keyed('seal'),
    what: 'seal',
    ...seal,
    verified_at: verified?.endedAt.toISOString() ?? null,
    faults: verified?.faults ?? null,
  };
}

const siemRow = (health: SiemHealth): UnversionedRow => ({
  ...keyed('siem'),
  what: 'siem',
  standing: health.standing,
  target: health.target,
  position: health.position,
  lines: health.lines,
  behind_s: Math.round(health.behindMs / 1_000),
  acknowledged_at: health.acknowledgedAt?.toISOString() ?? null,
  failed_at: health.failedAt?.toISOString() ?? null,
  error: health.error === null ? null : safeError(health.error),
});

const differenceRow = (row: DifferenceTable): UnversionedRow => ({
  ...keyed('difference', String(row.id)),
  what: 'difference',
  table: row.table_name,
  key: row.row_key,
  difference: row.kind,
  columns: row.columns,
  stream_id: row.stream_id,
  at: row.found_at.toISOString(),
  repaired_at: row.repaired_at?.toISOString() ?? null,
});

/** Every kind of job of a queue, also those that never ran. */
function taskRows({ name: queue, jobs, schedules, lastRuns }: QueueSnapshot): readonly UnversionedRow[] {
  const names = new Set([
    ...(KNOWN_JOBS[queue] ?? []),
    ...schedules.map(({ name }) => name),
    ...jobs.map(({ name }) => name),
  ]);
  return [...names].map((name) => {
    const schedule = schedules.find((each) => each.name === name);
    return {
      ...keyed('task', queue, name),
      what: 'task',
      queue,
      name,
      last_at: lastRuns[name]?.toISOString() ?? null,
      next_at: schedule?.nextAt?.toISOString() ?? null,
      pattern: schedule?.pattern ?? '',
      failed: jobs.filter((job) => job.name === name && job.state === 'failed').length,
    };
  });
}

function rowsOfQueue(snapshot: QueueSnapshot): readonly UnversionedRow[] {
  const { name, counts, isPaused, jobs, schedules } = snapshot;
  const count = (...states: readonly string[]): number =>
    states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return [
    {
      ...keyed('queue', name),
      what: 'queue',
      queue: name,
      waiting: count('waiting', 'wait', 'prioritized', 'paused'),
      active: count('active'),
      delayed: count('delayed'),
      failed: count('failed'),
      completed: count('completed'),
      paused: isPaused,
    },
    ...taskRows(snapshot),
    ...jobs.flatMap((job) => jobRow(name, job)),
    ...schedules.map(({ key, name: job, pattern, nextAt }): UnversionedRow => ({
      ...keyed('schedule', name, key),
      what: 'schedule',
      queue: name,
      name: job,
      pattern,
      next_at: nextAt?.toISOString() ?? null,
    })),
  ];
}

function jobRow(queue: string, job: FoundJob): readonly UnversionedRow[] {
  if (job.state === 'other') return [];
  return [
    {
      ...keyed('job', queue, job.id),
      what: 'job',
      queue,
      job_id: job.id,
      name: job.name,
      state: job.state,
      done: job.progress?.done ?? null,
      total: job.progress?.total ?? null,
      attempts: job.attempts,
      most_attempts: job.mostAttempts,
      error: safeError(job.error),
      at: job.at?.toISOString() ?? null,
      next_at: job.nextAt?.toISOString() ?? null,
    },
  ];
}

const ID_BYTES = 6;

/** Rows of the live wire have numbers; queues and jobs have names. The number of a name is always the same. */
function keyed(...name: readonly string[]): { readonly kind: 'job'; readonly id: number } {
  const digest = createHash('sha256').update(name.join('\n')).digest();
  return { kind: 'job', id: digest.readUIntBE(0, ID_BYTES) };
}
