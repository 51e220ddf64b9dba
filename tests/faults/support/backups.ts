import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@atelier/host/files.ts';
import { startProgram, type Program } from '../../harness/program.ts';
import { newFolder, type FaultDatabase } from './database.ts';
import type { Site } from './site.ts';
import { until } from './until.ts';

/** The environment of the scripts about backups of this database. */
const environmentOf = (database: FaultDatabase, folder: string): Record<string, string> => ({
  DATA_DIR: folder,
  BACKUP_TARGET: join(database.folder, 'backups'),
  BACKUP_WAL_SECONDS: '1',
});

/** Runs a script as a person does; answers what it printed. */
export async function runBackupScript(
  script: string,
  database: FaultDatabase,
  folder = database.folder,
  args: readonly string[] = [],
): Promise<string> {
  const env = { ...process.env, ...environmentOf(database, folder) };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'services', 'backup', 'src', script), ...args],
    { env },
  );
  return stdout;
}

/** The process that archives the server's log, here every second. */
export function startKeeper(database: FaultDatabase, added: Readonly<Record<string, string>> = {}): Program {
  return startProgram(process.execPath, [join(projectRoot, 'services', 'backup', 'src', 'main.ts')], {
    cwd: projectRoot,
    env: { ...environmentOf(database, database.folder), BACKUP_DATABASE_URL: database.adminUrl, ...added },
  });
}

export async function untilArchived({ pool }: Pick<Site, 'pool'>, at: Date): Promise<void> {
  await until('the log to be archived', async () => {
    const { rows } = await pool.query<{ there: boolean }>(
      'select wal_archived_at >= $1 as there from backup_state',
      [at],
    );
    return rows[0]?.there === true;
  });
}

/** What a restore on another machine needs beside the backups (docs/operations/restore.md). */
const KEYS = ['master.key', 'backup.key', 'log.key', 'log-checkpoint', 'key-vault.sqlite'];

/** Another machine: a folder with the keys, what was signed last, and nothing else. */
export function machineWithKeys(database: FaultDatabase): {
  readonly folder: string;
  readonly remove: () => void;
} {
  const folder = newFolder();
  for (const key of KEYS)
    if (existsSync(join(database.folder, key))) copyFileSync(join(database.folder, key), join(folder, key));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
