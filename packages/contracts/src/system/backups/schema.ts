import { z } from 'zod';

/**
 * `off`: no process makes backups here. `failed`: the newest backup or verification failed. `late`: the newest backup is older than
 * twice its time, or the log has not been archived for a quarter of an hour.
 */
export const backupStanding = z.enum(['off', 'fresh', 'late', 'failed']);
export type BackupStanding = z.infer<typeof backupStanding>;

/**
 * Why the log is not being archived: the `storage` fails or refuses, it has no `room`, the `key` of the backups is missing or another one,
 * `other_server` writes there too, the database `server` cannot be read.
 */
export const backupTrouble = z.enum(['storage', 'room', 'key', 'other_server', 'server', 'unknown']);
export type BackupTrouble = z.infer<typeof backupTrouble>;

/**
 * Why backups are late or failed: what keeps the log from being archived or ended the newest run; the process that makes backups is
 * `process_gone`, it is there and the log is `not_archived`, no backup was taken in twice its time (`not_taken`), or the newest backup or
 * verification failed for a reason that only the log of that process has.
 */
export const backupReason = z.enum([
  ...backupTrouble.options,
  'process_gone',
  'not_archived',
  'not_taken',
  'backup_failed',
  'verification_failed',
]);
export type BackupReason = z.infer<typeof backupReason>;

const moment = z.string().nullable();

/** The backups as one row of the jobs screen; null for what never was. */
export const backupRow = z.object({
  kind: z.literal('job'),
  id: z.number().int(),
  version: z.number().int(),
  what: z.literal('backup'),
  standing: backupStanding,
  /** Where backups go, without secrets. */
  target: z.string().nullable(),
  taken_at: moment,
  /** Bytes as they are stored. */
  size: z.number().int().nullable(),
  verified_at: moment,
  /** Everything written by then is in the archive. */
  archived_at: moment,
  failed_at: moment,
  /** Null while the log is archived. */
  trouble: backupTrouble.nullable(),
  trouble_since: moment,
  restored_at: moment,
  /** Null unless backups are late or failed. */
  reason: backupReason.nullable(),
});
