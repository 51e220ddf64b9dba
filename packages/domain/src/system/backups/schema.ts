import { z } from 'zod';

/**
 * `off`: no process makes backups here. `failed`: the newest backup or verification failed. `late`: the newest backup is older than
 * twice its time, or the log has not been archived for a quarter of an hour.
 */
export const backupStanding = z.enum(['off', 'fresh', 'late', 'failed']);
export type BackupStanding = z.infer<typeof backupStanding>;

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
  restored_at: moment,
});
