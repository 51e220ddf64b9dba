import type {
  BackupReason,
  BackupStanding,
  BackupTrouble,
} from '@atelier/contracts/system/backups/schema.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/database.ts';

/** When this database was last restored; null when it never was. */
export async function lastRestoredAt(db: Kysely<Database>): Promise<Date | null> {
  const row = await db
    .selectFrom('restores')
    .select((some) => some.fn.max('restored_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

export interface BackupHealth {
  readonly standing: BackupStanding;
  readonly target: string | null;
  readonly takenAt: Date | null;
  /** Bytes as they are stored. */
  readonly size: number | null;
  readonly verifiedAt: Date | null;
  readonly archivedAt: Date | null;
  /** Of the newest backup or verification, when it failed. */
  readonly failedAt: Date | null;
  /** Why the log is not being archived, and since when; null while it is. */
  readonly trouble: BackupTrouble | null;
  readonly troubleSince: Date | null;
  /** Null unless backups are late or failed. */
  readonly reason: BackupReason | null;
}

/** A log that was not archived for so long is one that would be lost with its disk. */
const ARCHIVE_LATE_MS = 15 * 60_000;

/** How the backups stand, and why where they are late or failed, for health, metrics and the operations screen. */
export async function backupHealth(db: Kysely<Database>, now: Date): Promise<BackupHealth> {
  const [state, backup, verification] = await Promise.all([
    db.selectFrom('backup_state').selectAll().executeTakeFirst(),
    newestRuns(db, 'backup'),
    newestRuns(db, 'verification'),
  ]);
  const failed = backup.failed ?? verification.failed;
  const known = {
    target: state?.target ?? null,
    takenAt: backup.done?.begun_at ?? null,
    size: backup.done?.stored_bytes ?? null,
    verifiedAt: verification.done?.ended_at ?? null,
    archivedAt: state?.wal_archived_at ?? null,
    failedAt: failed?.ended_at ?? null,
    trouble: state?.error ?? null,
    troubleSince: state?.error_at ?? null,
  };
  if (state === undefined) return { ...known, standing: 'off', reason: null };
  if (failed !== undefined) return { ...known, standing: 'failed', reason: whyFailed(failed) };
  const reason = whyLate(known, state, now);
  return { ...known, standing: reason === null ? 'fresh' : 'late', reason };
}

type Run = Selectable<Database['backup_runs']>;

function whyFailed({ kind, trouble }: Run): BackupReason {
  if (trouble !== null && trouble !== 'unknown') return trouble;
  return kind === 'backup' ? 'backup_failed' : 'verification_failed';
}

type Known = Pick<BackupHealth, 'takenAt' | 'archivedAt' | 'trouble' | 'troubleSince'>;

/** Until the first backup the process itself is what can be late. */
function whyLate(
  { takenAt, archivedAt, trouble, troubleSince }: Known,
  { seen_at: seenAt, every_ms: everyMs }: Selectable<Database['backup_state']>,
  now: Date,
): BackupReason | null {
  const since = (at: Date): number => now.getTime() - at.getTime();
  if (since(archivedAt ?? troubleSince ?? seenAt) > ARCHIVE_LATE_MS)
    return since(seenAt) > ARCHIVE_LATE_MS ? 'process_gone' : (trouble ?? 'not_archived');
  return since(takenAt ?? seenAt) > 2 * everyMs ? (trouble ?? 'not_taken') : null;
}

/**
 * The newest run that was done, and a newer one that failed. Only of the place where the schedule's backups go: backups made
 * elsewhere by hand do not count there.
 */
export async function newestRuns(db: Kysely<Database>, kind: 'backup' | 'verification') {
  const runs = db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where((where) =>
      where.or([
        where('target', 'is', null),
        where('target', '=', where.selectFrom('backup_state').select('target')),
      ]),
    )
    .orderBy('ended_at', 'desc')
    .limit(1);
  const [newest, done] = await Promise.all([
    runs.executeTakeFirst(),
    runs.where('error', 'is', null).executeTakeFirst(),
  ]);
  return { done, failed: newest === undefined || newest.error === null ? undefined : newest };
}
