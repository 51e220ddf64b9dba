import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Fault } from '@atelier/host/fault.ts';
import { readTextIfThere } from '@atelier/host/files.ts';
import type { Binaries } from '@atelier/host/postgres/binaries.ts';
import { stopServer } from '@atelier/host/postgres/orphan.ts';
import { reasonIn } from '@atelier/host/postgres/reason.ts';
import { asUser } from '@atelier/host/postgres/place.ts';
import { giveTo, reachableTmp, type RunAs } from '@atelier/host/run-as.ts';

/** A restored server that only this machine's same user reaches, through a socket in a separate folder. */
export interface RestoredServer {
  /** For a login that needs no password here. */
  url(user: string, database: string): string;
  readonly superuser: string;
  stop(): Promise<void>;
}

export interface RecoverOptions {
  readonly binaries: Binaries;
  /** With a backup's files in it. */
  readonly dataDir: string;
  readonly user: RunAs | undefined;
  readonly restoreCommand: string;
  /** Undefined: as far as there is a log. */
  readonly at: Date | undefined;
  readonly timeline: number;
  /** Logins to try for the first connection. */
  readonly logins: readonly string[];
  /** false for a copy that is thrown away. */
  readonly durable: boolean;
}

/** The log of the server ends before the moment that was asked for. */
export class LogEndsBefore extends Error {
  override name = 'LogEndsBefore';
}

const ENDS_BEFORE = /recovery ended before configured recovery target was reached/;

/**
 * Lets PostgreSQL apply the archived log to a backup's files up to the moment, and begin a new timeline there. Answers when it
 * takes writes. Nothing of these settings stays in its folder.
 *
 * @throws LogEndsBefore, or Fault with the server's own reason
 */
export async function recover(options: RecoverOptions): Promise<RestoredServer> {
  const { dataDir, user } = options;
  const sockets = mkdtempSync(join(reachableTmp(user), 'atelier-restore-'));
  giveTo(sockets, user);
  const access = join(sockets, 'access.conf');
  writeFileSync(access, 'local all all trust\n', { mode: 0o600 });
  giveTo(access, user);
  writeOwned(join(dataDir, 'recovery.signal'), '', user);
  // Some systems keep it elsewhere; the server does not start without one.
  for (const name of ['postgresql.conf', 'pg_ident.conf'])
    if (!existsSync(join(dataDir, name))) writeOwned(join(dataDir, name), '', user);
  const log = join(dirname(dataDir), 'restore.log');
  rmSync(log, { force: true });
  const child = launch(options, { sockets, access, log });
  const stop = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      await stopServer(child.pid, dataDir);
    rmSync(sockets, { recursive: true, force: true });
    rmSync(log, { force: true });
  };
  const url = (login: string, database: string): string =>
    `postgres://${encodeURIComponent(login)}@localhost/${database}?host=${encodeURIComponent(sockets)}`;
  try {
    const superuser = await untilRecovered(child, url, options.logins, log);
    return { url, superuser, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function writeOwned(path: string, text: string, user: RunAs | undefined): void {
  writeFileSync(path, text, { mode: 0o600 });
  giveTo(path, user);
}

interface Places {
  readonly sockets: string;
  readonly access: string;
  readonly log: string;
}

function launch(options: RecoverOptions, { sockets, access, log }: Places): ChildProcess {
  const durability: Readonly<Record<string, string>> = options.durable
    ? {}
    : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
  const settings: Readonly<Record<string, string>> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    hba_file: access,
    ident_file: join(options.dataDir, 'pg_ident.conf'),
    config_file: join(options.dataDir, 'postgresql.conf'),
    port: '5432',
    ssl: 'off',
    archive_mode: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    shared_preload_libraries: '',
    synchronous_standby_names: '',
    primary_conninfo: '',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    hot_standby: 'off',
    restore_command: options.restoreCommand,
    recovery_target_timeline: String(options.timeline),
    recovery_target_action: 'promote',
    recovery_target_time: options.at === undefined ? '' : withOffset(options.at),
    ...durability,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'a', 0o600);
  try {
    const child = spawn(options.binaries.postgres, ['-D', options.dataDir, ...args], {
      ...asUser(options.user),
      cwd: dirname(options.dataDir),
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.on('error', () => undefined);
    return child;
  } finally {
    closeSync(output);
  }
}

/** The server reads its settings before it knows the names of time zones. */
const withOffset = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00');

/** Without a bound: how long a log is replayed depends on how much of it there is. The server's end is an answer. */
async function untilRecovered(
  child: ChildProcess,
  url: RestoredServer['url'],
  logins: readonly string[],
  log: string,
): Promise<string> {
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    for (const login of logins) if (await isOpenTo(url(login, 'postgres'))) return login;
    await sleep(50);
  }
  const text = readTextIfThere(log) ?? '';
  if (ENDS_BEFORE.test(text)) throw new LogEndsBefore('the archived log ends before that moment');
  throw new Fault(`The backup could not be restored: ${reasonIn(text)}.`);
}

async function isOpenTo(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>(
      `select rolsuper and not pg_is_in_recovery() as is from pg_roles where rolname = current_user`,
    );
    return rows[0]?.is === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
