import type { Client } from 'pg';

export interface BackupState {
  readonly target: string;
  readonly everyMs: number;
  readonly walFile: string | undefined;
  /** Everything that was written by then is in the archive. */
  readonly archivedAt: Date;
}

/** For the administrators' screen, metrics and health: the database is what every node can read. */
export async function noteState(
  client: Client,
  { target, everyMs, walFile, archivedAt }: BackupState,
): Promise<void> {
  await client.query(
    `insert into backup_state as s (target, every_ms, seen_at, wal_file, wal_archived_at)
     values ($1, $2, clock_timestamp(), $3, $4)
     on conflict (only_row) do update set target = excluded.target, every_ms = excluded.every_ms, seen_at = excluded.seen_at,
       wal_file = coalesce(excluded.wal_file, s.wal_file), wal_archived_at = excluded.wal_archived_at`,
    [target, everyMs, walFile ?? null, archivedAt],
  );
}
