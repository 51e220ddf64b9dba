import type { BackupStanding, BackupTrouble } from '@atelier/domain/system/backups/schema.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../database.ts';

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
}

/** A log that was not archived for so long is one that would be lost with its disk. */
const ARCHIVE_LATE_MS = 15 * 60_000;

/** How the backups stand, for health, metrics and the operations screen. */
export async function backupHealth(db: Kysely<Database>, now: Date): Promise<BackupHealth> {
  const [state, backup, verification] = await Promise.all([
    db.selectFrom('backup_state').selectAll().executeTakeFirst(),
    newestRuns(db, 'backup'),
    newestRuns(db, 'verification'),
  ]);
  const known = {
    target: state?.target ?? null,
    takenAt: backup.done?.begun_at ?? null,
    size: backup.done?.stored_bytes ?? null,
    verifiedAt: verification.done?.ended_at ?? null,
    archivedAt: state?.wal_archived_at ?? null,
    failedAt: backup.failedAt ?? verification.failedAt,
    trouble: state?.error ?? null,
    troubleSince: state?.error_at ?? null,
  };
  if (state === undefined) return { ...known, standing: 'off' };
  if (known.failedAt !== null) return { ...known, standing: 'failed' };
  // Until the first backup the process itself is what can be late.
  const age = now.getTime() - (known.takenAt ?? state.seen_at).getTime();
  const silence = now.getTime() - (known.archivedAt ?? known.troubleSince ?? state.seen_at).getTime();
  const isLate = age > 2 * state.every_ms || silence > ARCHIVE_LATE_MS;
  return { ...known, standing: isLate ? 'late' : 'fresh' };
}

/** The newest run that was done, and when a newer one failed. */
async function newestRuns(db: Kysely<Database>, kind: 'backup' | 'verification') {
  const runs = db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('ended_at', 'desc')
    .limit(1);
  const [newest, done] = await Promise.all([
    runs.executeTakeFirst(),
    runs.where('error', 'is', null).executeTakeFirst(),
  ]);
  return { done, failedAt: newest?.error === null || newest === undefined ? null : newest.ended_at };
}
