import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@atelier/application/platform/migrate.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { ensureDatabase, ensureLogin, ensureOwner, runSql } from '@atelier/host/postgres/database.ts';
import { startCluster } from '@atelier/host/postgres/cluster.ts';
import { asRole } from '../../harness/as-role.ts';
import { chooseRunAs, reachableTmp } from '@atelier/host/run-as.ts';

/** A PostgreSQL of the benchmark's own: fsync and synchronous_commit stay on, as in production. */
export interface BenchServer {
  /** Of the postmaster. */
  readonly pid: number;
  readonly adminUrl: (database: string) => string;
  /** A migrated database; `url` enters it as API and workers do, as the app's role. */
  readonly migratedDatabase: (name: string) => Promise<{ readonly url: string; readonly ownerUrl: string }>;
  /** An empty database for a peer's schema. */
  readonly emptyDatabase: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

// Roomy enough that no checkpoint falls into a benchmark, and with log files made ahead as in a database that has
// been running for a while: otherwise every 16 MB a commit waits for a new file to be filled with zeros.
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '16GB',
  min_wal_size: '4GB',
  checkpoint_timeout: '30min',
  max_connections: '200',
  autovacuum_naptime: '10min',
};

/** `more` goes before the settings that suit short runs. */
export async function startBenchServer(more: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const parent = reachableTmp(chooseRunAs(''));
  const home = join(parent, `atelier-bench-pg-${process.pid}-${randomBytes(3).toString('hex')}`);
  const cluster = await startCluster({ home, durable: true, settings: { ...settings, ...more } });
  await makeLogAhead(cluster.url());
  return {
    pid: cluster.pid,
    adminUrl: (database) => cluster.url(database),
    migratedDatabase: async (name) => {
      const ownerUrl = await ensureOwner(cluster, name);
      await ensureDatabase(cluster, name);
      await migrate(ownerUrl, join(projectRoot, 'migrations'));
      return { ownerUrl, url: asRole(await ensureLogin(ownerUrl), 'atelier_app') };
    },
    emptyDatabase: async (name) => {
      await runSql(cluster.url(), `create database ${name}`);
      return cluster.url(name);
    },
    stop: async () => {
      await cluster.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Two gigabytes of log files, used once and ready to be used again. */
async function makeLogAhead(url: string): Promise<void> {
  const useOne = ['create table filler (id integer)', 'drop table filler', 'select pg_switch_wal()'];
  await runSql(url, ...Array.from({ length: 128 }, () => useOne).flat(), 'checkpoint', 'checkpoint');
}
