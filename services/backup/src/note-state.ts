import { Client } from 'pg';
import type { BackupTrouble } from '@atelier/contracts/system/backups/schema.ts';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';

export interface BackupState {
  readonly target: string;
  readonly everyMs: number;
  readonly verifyEveryMs: number;
  readonly walFile: string | undefined;
  /** Everything that was written by then is in the archive. */
  readonly archivedAt: Date;
}

/** For the administrators' screen, metrics and health: the database is what every node can read. */
export async function noteState(
  client: Client,
  { target, everyMs, verifyEveryMs, walFile, archivedAt }: BackupState,
): Promise<void> {
  await client.query(
    `insert into backup_state as s (target, every_ms, seen_at, wal_file, wal_archived_at, verify_ms)
     values ($1, $2, clock_timestamp(), $3, $4, $5)
     on conflict (only_row) do update set target = excluded.target, every_ms = excluded.every_ms,
       verify_ms = excluded.verify_ms, seen_at = excluded.seen_at,
       wal_file = coalesce(excluded.wal_file, s.wal_file), wal_archived_at = excluded.wal_archived_at, error = null, error_at = null`,
    [target, everyMs, walFile ?? null, archivedAt, verifyEveryMs],
  );
}

/**
 * Writes down why the log is not archived, and since when, on a separate connection: the other one may have failed.
 * What cannot be written stands in the log, and the silence itself is noticed.
 */
export async function noteTrouble(
  databaseUrl: string,
  { target, everyMs }: Pick<BackupState, 'target' | 'everyMs'>,
  trouble: BackupTrouble,
): Promise<void> {
  const client = new Client({ ...connectionTo(databaseUrl), connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `insert into backup_state as s (target, every_ms, seen_at, error, error_at)
       values ($1, $2, clock_timestamp(), $3, clock_timestamp())
       on conflict (only_row) do update set seen_at = excluded.seen_at, error = excluded.error,
         error_at = coalesce(s.error_at, excluded.error_at)`,
      [target, everyMs, trouble],
    );
  } catch {
    // It is the server that cannot be reached, then.
  } finally {
    await client.end().catch(() => undefined);
  }
}
