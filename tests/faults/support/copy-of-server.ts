import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterHome } from '@atelier/host/postgres/home.ts';
import { chooseRunAs, giveTo } from '@atelier/host/run-as.ts';
import { newFolder } from './database.ts';
import type { Site } from './site.ts';

/** What pg_basebackup leaves out as well: files of the process, and temporary tables, which vanish while they are copied. */
const LEFT_OUT = /postmaster\.(pid|opts)$|\/t\d+_\d+(_\w+)?(\.\d+)?$|\/pgsql_tmp/;

/** As a base backup is taken: the server's files while it runs, with its log. Answers a data folder to start a server from. */
export async function copyOfServer({ pool, database }: Pick<Site, 'pool' | 'database'>): Promise<string> {
  const folder = newFolder();
  const home = join(folder, 'postgres');
  const client = await pool.connect();
  try {
    await client.query(`select pg_backup_start('canaries', true)`);
    cpSync(clusterHome(database.folder), home, {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path),
    });
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    );
    cpSync(join(clusterHome(database.folder), 'data', 'pg_wal'), join(home, 'data', 'pg_wal'), {
      recursive: true,
    });
    writeFileSync(join(home, 'data', 'backup_label'), rows[0]?.label ?? '');
  } finally {
    client.release();
  }
  const user = chooseRunAs('');
  if (user !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home]);
  giveTo(folder, user);
  return folder;
}
