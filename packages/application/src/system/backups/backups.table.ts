import type { BackupTrouble } from '@atelier/contracts/system/backups/schema.ts';

/** The one row of migrations/0031_backups.sql that says how far the archive is; written by the process that makes backups. */
export interface BackupStateTable {
  only_row: boolean;
  target: string;
  every_ms: number;
  seen_at: Date;
  wal_file: string | null;
  wal_archived_at: Date | null;
  error: BackupTrouble | null;
  error_at: Date | null;
  /** The newest backup is restored beside so often; 0 for never, null before a release that reports it. */
  verify_ms: number | null;
}

/** A backup, or a verification of one, that was done or failed. */
export interface BackupRunTable {
  id: number;
  kind: 'backup' | 'verification';
  backup: string | null;
  begun_at: Date;
  ended_at: Date;
  error: string | null;
  bytes: number | null;
  stored_bytes: number | null;
  position: number | null;
  /** Null for runs of releases before. */
  target: string | null;
  trouble: BackupTrouble | null;
}

/** A restore of this database. */
export interface RestoreTable {
  restored_at: Date;
  backup: string;
  asked_for: Date | null;
  position: number;
  epoch: string;
}

declare module '../../platform/database.ts' {
  interface Database {
    backup_state: BackupStateTable;
    backup_runs: BackupRunTable;
    restores: RestoreTable;
  }
}
