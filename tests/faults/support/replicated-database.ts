import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '@atelier/api/config.ts';
import { openDatabase } from '@atelier/console/database.ts';
import { startCluster, type Cluster } from '@atelier/host/postgres/cluster.ts';
import { runSql } from '@atelier/host/postgres/database.ts';
import { signal, waitForEnd } from '@atelier/host/processes.ts';
import { promote, startStandby } from '../../harness/standby.ts';
import { newFolder, type FaultDatabase } from './database.ts';
import { until } from './until.ts';

/** A primary and its standby, for which commits wait unless it lags. Every address names both servers. */
export interface ReplicatedDatabase extends FaultDatabase {
  /** What a cluster manager does once the primary is dead. */
  readonly promote: () => Promise<void>;
  /** The services' login on the standby alone, to read there. */
  readonly standbyUrl: string;
  /** Superuser on the standby alone. */
  readonly standbyAdminUrl: string;
  /** The standby gets nothing of what is committed from now on. */
  readonly stopStreaming: () => Promise<void>;
  /** kill −9 of the standby. */
  readonly killStandby: () => Promise<void>;
  /** Starts a killed standby again, and waits until it follows. */
  readonly startStandby: () => Promise<void>;
}

const STANDBY = 'standby';
const patienceMs = 120_000;

/** Starts both with fsync on, on loopback, with a migrated database. @param lags commits do not wait for the standby */
export async function startReplicatedDatabase({ lags = false } = {}): Promise<ReplicatedDatabase> {
  const folder = newFolder();
  const { cluster: primary, ...urls } = await openDatabase(
    loadConfig({ DATA_DIR: folder, DEMO: '1' }),
    folder,
  );
  if (primary === undefined) throw new Error('the fault tests bring a database of their own');
  const home = join(folder, 'standby');
  let standby = await startStandby(primary, { home, name: STANDBY });
  if (!lags) await makeSynchronous(primary);
  const both = (url: string): string => {
    const [before, after] = url.split(`127.0.0.1:${primary.port}`);
    return `${before}127.0.0.1:${primary.port},127.0.0.1:${standby.port}${after}`;
  };
  return {
    folder,
    port: primary.port,
    ownerUrl: both(urls.ownerUrl),
    serviceUrl: both(urls.serviceUrl),
    adminUrl: both(primary.url('atelier')),
    kill: async () => {
      signal(primary.pid, 'SIGKILL');
      await waitForEnd(primary.pid, patienceMs);
    },
    start: () => Promise.reject(new Error('a former primary does not come back as one')),
    promote: () => promote(standby),
    stopStreaming: () => stopStreaming(primary, standby),
    standbyUrl: urls.serviceUrl.replace(`:${primary.port}/`, `:${standby.port}/`),
    standbyAdminUrl: standby.url('atelier'),
    killStandby: async () => {
      signal(standby.pid, 'SIGKILL');
      await waitForEnd(standby.pid, patienceMs);
    },
    startStandby: async () => {
      standby = await startCluster({ home, port: standby.port, durable: true });
      await untilSynchronous(primary);
    },
    remove: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Once it has what there is. */
async function stopStreaming(primary: Cluster, standby: Cluster): Promise<void> {
  const client = new Client({ connectionString: primary.url() });
  await client.connect();
  const hasAll = async (): Promise<boolean> => {
    const { rows } = await client.query(
      'select from pg_stat_replication where replay_lsn = pg_current_wal_lsn()',
    );
    return rows.length > 0;
  };
  await until('the standby to have all', hasAll);
  await runSql(standby.url(), `alter system set primary_conninfo = ''`, 'select pg_reload_conf()');
  const isAway = async (): Promise<boolean> =>
    (await client.query('select from pg_stat_replication')).rowCount === 0;
  await until('the standby to stop streaming', isAway);
  await client.end();
}

/** From now on nothing is acknowledged before the standby has it on its disk. */
async function makeSynchronous(primary: Cluster): Promise<void> {
  await runSql(
    primary.url(),
    `alter system set synchronous_standby_names = '${STANDBY}'`,
    'select pg_reload_conf()',
  );
  await untilSynchronous(primary);
}

async function untilSynchronous(primary: Cluster): Promise<void> {
  const client = new Client({ connectionString: primary.url() });
  await client.connect();
  const isSynchronous = async (): Promise<boolean> => {
    const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length > 0;
  };
  await until('the standby to follow', isSynchronous);
  await client.end();
}
