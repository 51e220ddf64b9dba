import { migrateQueues } from '@atelier/workers/jobs/queue-schema.ts';
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '@atelier/application/platform/migrate.ts';
import { projectRoot, readTextIfThere } from '@atelier/host/files.ts';
import { ensureLogin, ownerRole, projectorRole, runSql } from '@atelier/host/postgres/database.ts';
import { startCluster } from '@atelier/host/postgres/cluster.ts';
import { asRole } from './as-role.ts';
import { installedPostgres } from './installed-postgres.ts';
import { memoryFolder } from './memory-folder.ts';
import { findOrphan, stopServer } from '@atelier/host/postgres/orphan.ts';
import { chooseRunAs, reachableTmp } from '@atelier/host/run-as.ts';
import { isAlive } from '@atelier/host/processes.ts';

/** A PostgreSQL server for a test run, with a migrated template database. */
export interface TestPostgres {
  /** Superuser (or TEST_DATABASE_URL's user) on the maintenance database. */
  readonly adminUrl: string;
  readonly template: string;
  stop(): Promise<void>;
}

/** One database of a test's own, cloned from the migrated template. */
export interface TestDatabase {
  readonly name: string;
  /** Connection string of the owner, who migrates and nothing else. */
  readonly connectionString: string;
  /** Connection string of the login that API and workers get: its sessions begin as the app's role. */
  readonly appUrl: string;
  /** The same login, its sessions beginning as the projectors' role. */
  readonly projectorUrl: string;
  /** Superuser on this database, for tests that look below row-level security. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

const homePrefix = 'atelier-test-pg-';
const variable = 'ATELIER_TEST_POSTGRES';

/** What a run hands to its test processes, as JSON in one variable. */
interface Current {
  readonly adminUrl: string;
  readonly ownerUrl: string;
  readonly loginUrl: string;
  readonly template: string;
  /** What the server itself writes; undefined for a server that others run. */
  readonly logFile?: string;
}

/**
 * Starts a PostgreSQL on a free loopback port (the embedded 18; with TEST_POSTGRES=system the one that is installed
 * on this machine), or uses TEST_DATABASE_URL, makes the owner's role and a template database migrated with migrations/. Once per run: vitest's globalSetup calls it.
 * `durable` keeps fsync on, for tests that kill the server.
 */
export async function startPostgres(options: { durable?: boolean } = {}): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given === undefined ? await startThrowAway(options.durable ?? false) : foreignServer(given);
  const template = `atelier_template_${process.pid}`;
  try {
    const current = await makeTemplate(server.adminUrl, template);
    process.env[variable] = JSON.stringify({ ...current, logFile: server.logFile });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { adminUrl: server.adminUrl, template, stop: () => dropTemplateAndStop(server, template) };
}

interface Server {
  readonly adminUrl: string;
  readonly logFile?: string;
  stop(): Promise<void>;
}

const foreignServer = (adminUrl: string): Server => ({ adminUrl, stop: () => Promise.resolve() });

async function startThrowAway(durable: boolean): Promise<Server> {
  const user = chooseRunAs('');
  const [disk, memory] = [reachableTmp(user), memoryFolder(user)];
  for (const parent of [disk, memory]) if (parent !== undefined) await sweep(parent);
  const home = join(
    durable ? disk : (memory ?? disk),
    `${homePrefix}${process.pid}-${randomBytes(3).toString('hex')}`,
  );
  const settings = { shared_buffers: '128MB', max_locks_per_transaction: '256', max_wal_size: '512MB' };
  const binaries = process.env['TEST_POSTGRES'] === 'system' ? { binaries: installedPostgres() } : {};
  const cluster = await startCluster({ home, durable, settings, ...binaries });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { adminUrl: cluster.url(), logFile: cluster.logFile, stop };
}

/** Stops and removes what killed test runs left behind: the folder's name carries their process id. */
async function sweep(parent: string): Promise<void> {
  const left = readdirSync(parent).filter((name) => name.startsWith(homePrefix) && !isAlive(ownerPid(name)));
  for (const name of left) {
    const home = join(parent, name);
    if (readTextIfThere(join(home, 'password')) === undefined) continue;
    const orphan = findOrphan(join(home, 'data'));
    if (orphan !== undefined) await stopServer(orphan.pid, join(home, 'data'));
    rmSync(home, { recursive: true, force: true });
  }
}

const ownerPid = (name: string): number => Number(name.slice(homePrefix.length).split('-')[0]);

async function makeTemplate(adminUrl: string, template: string): Promise<Current> {
  const password = randomBytes(12).toString('hex');
  await runSql(
    adminUrl,
    ownerSql(password),
    `drop database if exists ${template}`,
    `create database ${template} owner ${ownerRole}`,
  );
  const owner = new URL(onDatabase(adminUrl, template));
  owner.username = ownerRole;
  owner.password = password;
  const ownerUrl = owner.toString();
  await migrate(ownerUrl, join(projectRoot, 'migrations'));
  await migrateQueues(ownerUrl);
  return { adminUrl, ownerUrl, template, loginUrl: await ensureLogin(ownerUrl) };
}

const ownerSql = (password: string): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${ownerRole}') then
      create role ${ownerRole} login createrole createdb;
    end if;
    alter role ${ownerRole} password '${password}';
  end $$`;

async function dropTemplateAndStop(server: Server, template: string): Promise<void> {
  const names = await databasesOf(server.adminUrl, template);
  await runSql(server.adminUrl, ...names.map((name) => `drop database if exists ${name} with (force)`));
  await server.stop();
}

/** The template and what was prepared from it. */
async function databasesOf(adminUrl: string, template: string): Promise<readonly string[]> {
  const { rows } = await onAdmin(adminUrl, (client) =>
    client.query<{ name: string }>(
      `select datname as name from pg_database where datname = $1 or starts_with(datname, $1 || '_')`,
      [template],
    ),
  );
  return rows.map(({ name }) => name);
}

async function onAdmin<T>(adminUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function onDatabase(url: string, database: string): string {
  const copy = new URL(url);
  copy.pathname = `/${database}`;
  return copy.toString();
}

/** Clones the migrated template into a database of the caller's own; takes about 70 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneAsOriginal(currentPostgres().template);
}

/**
 * Like `createTestDatabase`, with what `prepare` writes already in it. The first test of a run that asks for a name
 * prepares it, all others get copies. `prepare` must leave no connection open.
 */
export async function createPreparedDatabase(name: string, prepare: Prepare): Promise<TestDatabase> {
  const prepared = `${currentPostgres().template}_${name}`;
  if (!isPrepared.has(prepared)) await prepareOnce(prepared, prepare);
  isPrepared.add(prepared);
  return cloneAsOriginal(prepared);
}

/** A copy looks restored: its first session would begin an epoch, with positions and ids a million further on. */
async function cloneAsOriginal(template: string): Promise<TestDatabase> {
  const database = await cloneOf(template);
  await runSql(
    database.adminUrl,
    'update log_horizon set epoch = gen_random_uuid(), timeline = current_timeline()',
  );
  return database;
}

type Prepare = (database: TestDatabase) => Promise<void>;

/** Held while a database is prepared: test processes begin at the same moment. */
const preparingLock = 4_715_901;
/** As far as this process knows. */
const isPrepared = new Set<string>();

function prepareOnce(prepared: string, prepare: Prepare): Promise<void> {
  return onAdmin(currentPostgres().adminUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [preparingLock]);
    const { rows } = await client.query('select from pg_database where datname = $1', [prepared]);
    if (rows.length > 0) return;
    const database = await createTestDatabase();
    await prepare(database);
    await client.query(`alter database ${database.name} rename to ${prepared}`);
  });
}

/** A copy as it is, like a restored one. The original must have no connections. */
export async function copyTestDatabase({ name }: TestDatabase): Promise<TestDatabase> {
  await runSql(
    currentPostgres().adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  return cloneOf(name);
}

/** A database without anything in it, for a dump. */
export const createEmptyDatabase = (): Promise<TestDatabase> => cloneOf('template0');

async function cloneOf(template: string): Promise<TestDatabase> {
  const { adminUrl, ownerUrl, loginUrl } = currentPostgres();
  const name = `atelier_test_${randomBytes(6).toString('hex')}`;
  // File by file: through the log it takes the server twice the work, and this log is never replayed.
  const copied = `create database ${name} template ${template} strategy file_copy owner ${ownerRole}`;
  await runSql(adminUrl, copied);
  const appUrl = onDatabase(loginUrl, name);
  return {
    name,
    connectionString: onDatabase(ownerUrl, name),
    appUrl,
    projectorUrl: asRole(appUrl, projectorRole),
    adminUrl: onDatabase(adminUrl, name),
    drop: () => runSql(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The programs that dump and restore, where the run's server is the installed one: npm's brings none. */
export function systemPrograms(): { readonly pgDump: string; readonly pgRestore: string } | undefined {
  if (process.env['TEST_POSTGRES'] !== 'system') return undefined;
  const folder = dirname(installedPostgres().postgres);
  return { pgDump: join(folder, 'pg_dump'), pgRestore: join(folder, 'pg_restore') };
}

/** The log of the run's own server; undefined where TEST_DATABASE_URL names another server. */
export function postgresLog(): string | undefined {
  return currentPostgres().logFile;
}

function currentPostgres(): Current {
  const text = process.env[variable];
  if (text === undefined) {
    throw new Error(
      'No PostgreSQL is up for this run: name the test *.int.test.ts, or call startPostgres() first.',
    );
  }
  const current: Current = JSON.parse(text);
  return current;
}
