import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@atelier/api/config.ts';
import { openDatabase, startEmbedded } from '@atelier/console/database.ts';
import type { Cluster } from '@atelier/host/postgres/cluster.ts';
import { chooseRunAs, giveTo, reachableTmp } from '@atelier/host/run-as.ts';
import { signal, waitForEnd } from '@atelier/host/processes.ts';

/** A durable PostgreSQL of a test's own that may be killed and started again on the same port. */
export interface FaultDatabase {
  /** Data folder of the whole test: keys and logs may lie beside the database. */
  readonly folder: string;
  readonly port: number;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  /** Superuser: sees below row-level security. */
  readonly adminUrl: string;
  /** kill −9: nothing is flushed, no client is notified. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes the folder. */
  remove(): Promise<void>;
}

const patienceMs = 120_000;

/** Starts it with fsync on, migrates it, and answers how to treat it badly. */
export async function startFaultDatabase(): Promise<FaultDatabase> {
  const folder = newFolder();
  const opened = await openDatabase(loadConfig({ DATA_DIR: folder, DEMO: '1' }), folder);
  if (opened.cluster === undefined) throw new Error('the fault tests bring a database of their own');
  let cluster: Cluster = opened.cluster;
  const { port } = cluster;
  return {
    folder,
    port,
    ownerUrl: opened.ownerUrl,
    serviceUrl: opened.serviceUrl,
    adminUrl: cluster.url('atelier'),
    kill: async () => {
      signal(cluster.pid, 'SIGKILL');
      await waitForEnd(cluster.pid, patienceMs);
    },
    start: async () => {
      cluster = await startAgain(folder, port);
    },
    remove: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The dead server's backends hold its shared memory for a moment. */
async function startAgain(folder: string, port: number): Promise<Cluster> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await startEmbedded(folder, port);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** A folder for one test's servers and logs: PostgreSQL's user must be able to walk into it. */
export function newFolder(): string {
  const user = chooseRunAs('');
  const folder = mkdtempSync(join(reachableTmp(user), 'atelier-fault-'));
  mkdirSync(join(folder, 'logs'));
  giveTo(folder, user);
  return folder;
}
