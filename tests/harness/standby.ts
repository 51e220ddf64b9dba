import { cpSync, readdirSync, mkdirSync, writeFileSync, appendFileSync, chownSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { connectionTo } from '@atelier/postgres/connection/connection-to.ts';
import { makePrivateFolder } from '@atelier/host/private-files.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { chooseRunAs, type RunAs } from '@atelier/host/run-as.ts';
import { runSql } from '@atelier/host/postgres/database.ts';

export interface StandbyOptions {
  /** A separate folder, which the server's user reaches. */
  readonly home: string;
  /** What the primary knows it by. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Files of the primary's data folder that belong to the running server, or that the standby streams. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot']);

/**
 * A hot standby of a running server, made as a base backup is: the server's own functions before and after a copy of
 * its files. npm's PostgreSQL has no pg_basebackup.
 */
export async function startStandby(primary: Cluster, options: StandbyOptions): Promise<Cluster> {
  const { home, name, settings } = options;
  const dataDir = join(home, 'data');
  const user = chooseRunAs(primary.dataDir);
  makePrivateFolder(home);
  await runSql(primary.url(), `alter system set wal_keep_size = '512MB'`, 'select pg_reload_conf()');
  await copyData(primary, dataDir, name);
  const { password } = new URL(primary.url());
  writeFileSync(join(home, 'password'), password, { mode: 0o600 });
  giveAll(home, user);
  return startCluster({ home, durable: true, ...(settings && { settings }) });
}

async function copyData(primary: Cluster, dataDir: string, name: string): Promise<void> {
  const client = new Client(connectionTo(primary.url()));
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    copyFiles(primary.dataDir, dataDir);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(dataDir, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { password, port } = new URL(primary.url());
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`;
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(dataDir, 'standby.signal'), '');
}

/** The log's own files are left out: the standby streams them from where the backup began. */
function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (NOT_COPIED.has(name)) continue;
    // Files that a busy server removes meanwhile are none of the backup.
    if (name === 'pg_wal') mkdirSync(join(to, 'pg_wal', 'archive_status'), { recursive: true });
    else copyPatiently(join(from, name), join(to, name));
  }
  mkdirSync(join(to, 'pg_replslot'), { recursive: true });
}

function copyPatiently(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return cpSync(from, to, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

function giveAll(folder: string, user: RunAs | undefined): void {
  for (const name of ['.', ...readdirSync(folder, { recursive: true }).map(String)]) {
    if (user !== undefined) chownSync(join(folder, name), user.uid, user.gid);
  }
  chmodSync(join(folder, 'data'), 0o700);
}

/** Makes a standby the primary, as a failover manager does. */
export async function promote(standby: Cluster): Promise<void> {
  await runSql(standby.url(), 'select pg_promote(true, 30)');
}
