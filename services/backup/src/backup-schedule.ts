import type { Client } from 'pg';
import { newestManifest } from './manifest.ts';
import type { Archive } from './archive.ts';
import type { BackupSettings } from './backup-settings.ts';

const DAY_MS = 86_400_000;
/** A backup that failed is not tried again at once. */
const AFTER_FAILURE_MS = 10 * 60_000;

/** Whether a backup is due: by the archive itself, since a restored database does not know its newest ones. */
export async function isBackupDue(
  client: Client,
  archive: Archive,
  { everyMs }: Pick<BackupSettings, 'everyMs'>,
  now: Date,
): Promise<boolean> {
  if (await hasJustFailed(client, 'backup', archive.storage.place)) return false;
  const newest = await newestManifest(archive);
  if (newest === undefined || now.getTime() - new Date(newest.startedAt).getTime() >= everyMs) return true;
  // After a restore or a failover nothing on the new timeline has a backup to begin with.
  const { rows } = await client.query<{ timeline: number }>(
    'select timeline_id as timeline from pg_control_checkpoint()',
  );
  return (rows[0]?.timeline ?? newest.wal.timeline) !== newest.wal.timeline;
}

/** Whether the newest backup should be restored beside: for the first time when the first backup is as old as that. */
export async function isVerificationDue(
  client: Client,
  place: string,
  { verifyEveryMs }: Pick<BackupSettings, 'verifyEveryMs'>,
  now: Date,
): Promise<boolean> {
  if (verifyEveryMs === 0 || (await hasJustFailed(client, 'verification', place))) return false;
  const { rows } = await client.query<{ since: Date | null }>(
    `select coalesce(max(ended_at) filter (where kind = 'verification'), min(begun_at)) as since
       from backup_runs where error is null and coalesce(target, $1) = $1`,
    [place],
  );
  const since = rows[0]?.since ?? now;
  return now.getTime() - since.getTime() >= Math.min(verifyEveryMs, 365 * DAY_MS);
}

async function hasJustFailed(client: Client, kind: string, place: string): Promise<boolean> {
  const { rows } = await client.query<{ failed: boolean }>(
    `select error is not null and ended_at > now() - $2 * interval '1 millisecond' as failed
       from backup_runs where kind = $1 and coalesce(target, $3) = $3 order by ended_at desc limit 1`,
    [kind, AFTER_FAILURE_MS, place],
  );
  return rows[0]?.failed === true;
}
