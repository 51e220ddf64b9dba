import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault } from '../fault.ts';
import { putLargeLogAside } from '../logs.ts';
import { freePort } from '../ports.ts';
import { openPrivateLog } from '../private-files.ts';
import { isAlive } from '../processes.ts';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { makeCluster } from './initdb.ts';
import { findOrphan, stopServer } from './orphan.ts';
import { asUser, preparePlace, type Place } from './place.ts';
import { fullDisk, serverFault, troubleIn, writtenFromNow } from './reason.ts';
import { missingRoom, SEGMENT_MB } from './room.ts';

/** How to run one PostgreSQL server. `home` is a separate folder: data, password and log lie in it. */
export interface ClusterOptions {
  readonly home: string;
  readonly port?: number;
  /** false only for throw-away data: it makes an acknowledged commit forgettable. */
  readonly durable: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** The server's programs; those that npm installed when not given. */
  readonly binaries?: Binaries;
}

/** A running PostgreSQL server. */
export interface Cluster {
  readonly pid: number;
  readonly port: number;
  readonly dataDir: string;
  /** What the server writes about itself. */
  readonly logFile: string;
  /** true when a server left behind by a killed parent was taken over. */
  readonly adopted: boolean;
  /** Connection string of the superuser for this database. */
  url(database?: string): string;
  /** Why it ended or ends, by what it has written since its start and the room it has; undefined when it names no trouble. */
  trouble(): Fault | undefined;
  /** Settles when the server has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL in `home`, making the cluster at the first start. A server that a killed parent
 * left in the same folder is taken over when it answers, and stopped when it does not.
 *
 * @throws Fault when the folder or the server cannot be used; the message says what to do.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = preparePlace(options.home);
  const orphan = findOrphan(place.dataDir);
  if (orphan !== undefined) {
    const written = writtenFromNow(place.log);
    if (await answers(place, orphan.port)) return clusterOf(place, { ...orphan, adopted: true, written });
    await stopServer(orphan.pid, place.dataDir);
  }
  const binaries = options.binaries ?? prepareBinaries(place.user);
  if (!existsSync(join(place.dataDir, 'PG_VERSION'))) await makeCluster(binaries, place, options.durable);
  return launch(binaries, place, options);
}

const durability = (durable: boolean): Record<string, string> =>
  durable
    ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const common: Readonly<Record<string, string>> = {
  // No socket file: its path has a length limit that a deep clone would break.
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // An error's detail, its statement and its parameters quote rows, hence people.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

async function launch(binaries: Binaries, place: Place, options: ClusterOptions): Promise<Cluster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    putLargeLogAside(place.log);
    const written = writtenFromNow(place.log);
    const child = spawnServer(binaries, place, port, options);
    if (await becameReady(child, place, port))
      return clusterOf(place, { pid: child.pid ?? 0, port, adopted: false, written, child });
    if (attempt === 3 || fullDisk(written(), place.dataDir) !== undefined)
      throw serverFault(written(), place.dataDir, place.log);
    await sleep(500);
  }
}

/** Detached, so that Ctrl-C reaches the parent only and the server can be stopped last. */
function spawnServer(binaries: Binaries, place: Place, port: number, options: ClusterOptions): ChildProcess {
  const settings = { ...common, ...durability(options.durable), port: String(port), ...options.settings };
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const log = openPrivateLog(place.log);
  try {
    const child = spawn(binaries.postgres, ['-D', place.dataDir, ...args], {
      ...asUser(place.user),
      cwd: dirname(place.dataDir),
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => undefined);
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** After a crash the log is replayed first, which takes its time. */
const longestRecovery = 300_000;

async function becameReady(child: ChildProcess, place: Place, port: number): Promise<boolean> {
  const deadline = Date.now() + longestRecovery;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (await answers(place, port)) return true;
    if (Date.now() > deadline) break;
    await sleep(30);
  }
  if (child.pid !== undefined && isAlive(child.pid)) await stopServer(child.pid, place.dataDir);
  return false;
}

async function answers(place: Place, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: urlOf(place.password, port, 'postgres'),
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === place.dataDir;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const urlOf = (password: string, port: number, database: string): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/** A server that answers, and what it writes from now on. */
interface Answering {
  readonly pid: number;
  readonly port: number;
  readonly adopted: boolean;
  readonly written: () => string;
  readonly child?: ChildProcess;
}

function clusterOf(place: Place, { pid, port, adopted, written, child }: Answering): Cluster {
  const { dataDir, log, password } = place;
  return {
    pid,
    port,
    adopted,
    dataDir,
    logFile: log,
    trouble: () => troubleIn(written(), dataDir, log) ?? missingRoom(dataDir, SEGMENT_MB),
    url: (database = 'postgres') => urlOf(password, port, database),
    ended: child === undefined ? endOfForeign(pid) : endOfChild(child),
    stop: () => stopServer(pid, dataDir),
  };
}

function endOfChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/** An adopted server is not a child of this process, so its end can only be polled. */
async function endOfForeign(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}
