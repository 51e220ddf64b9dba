import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig, type Config } from '@atelier/api/config.ts';
import { listenFault } from '@atelier/api/http/listen-fault.ts';
import { codesOf } from '@atelier/application/platform/failure-sentence.ts';
import { postgresDependency } from '@atelier/application/shared/dependencies.ts';
import { loadConfig as loadWorkersConfig } from '@atelier/workers/config.ts';
import { backupSettings, type BackupSettings } from '@atelier/backup/backup-settings.ts';
import { refuseLostKey } from '@atelier/backup/open-archive.ts';
import { forgetBackups } from '@atelier/backup/wal-shipper.ts';
import { clockLine } from './clock-line.ts';
import { demoCompanions } from './companions.ts';
import { lockDataFolder, prepareDataFolder } from '@atelier/host/data-folder.ts';
import { openDatabase, type OpenDatabase } from '@atelier/console/database.ts';
import { loadDemo } from '../../demo/demo.ts';
import { Fault } from '@atelier/host/fault.ts';
import { keepLogsSmall } from '@atelier/host/logs.ts';
import { keepPostgres } from './keep-postgres.ts';
import { noAccountLine } from './no-account.ts';
import { clusterHome, placeLines } from '@atelier/host/postgres/home.ts';
import { missingRoom, NEW_DATABASE_MB } from '@atelier/host/postgres/room.ts';
import { Notices } from './notices.ts';
import { Parts } from './parts.ts';
import { portTrouble } from '@atelier/host/ports.ts';
import { serviceDefinitions } from './services.ts';
import { startService } from './service.ts';
import { untilReady } from './until-ready.ts';
import { logKeyFor, masterKeyFor } from '@atelier/console/used-keys.ts';

/** What differs between `npm start` and `npm run dev`. */
export interface SystemOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  /** Ends the start before it is done. */
  readonly signal: AbortSignal;
  /** Ends every process at once. */
  readonly killed: AbortSignal;
  /** Work that runs while the database starts, such as building the screens. */
  readonly beside?: (signal: AbortSignal) => Promise<unknown>;
  /** Options for the services' Node. */
  readonly nodeArgs?: readonly string[];
}

/** A whole system on this machine: database, API and workers. */
export interface System {
  readonly config: Config;
  /** Settles with a sentence when a service did not start. */
  readonly gaveUp: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts everything and answers when the API is ready.
 *
 * @throws Fault or ConfigError with one sentence that says what to do; nothing is left running then
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const config = loadConfig(options.environment);
  refuseWrongWorkers(options.environment);
  const dataFolder = prepareDataFolder(config.dataDir);
  const parts = new Parts(lockDataFolder(dataFolder));
  options.killed.addEventListener('abort', () => parts.kill(), { once: true });
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  const starting = startParts({ ...options, signal }, config, dataFolder, parts);
  try {
    await Promise.race([starting, aborted(options.signal)]);
    const logs = keepLogsSmall({ folder: join(dataFolder, 'logs'), others: await parts.serverLogs() });
    const stop = (): Promise<void> => {
      logs.stop();
      return parts.stop();
    };
    return { config, gaveUp: parts.gaveUp(), stop };
  } catch (error) {
    starting.catch(() => undefined);
    failed.abort();
    // The server's log names the cause; its clients only see lost connections.
    const trouble = parts.databaseTrouble();
    await parts.stop();
    throw trouble ?? error;
  }
}

/** Before the database is made: what the workers would refuse at their start. The start itself gives them the rest. */
function refuseWrongWorkers(environment: SystemOptions['environment']): void {
  const given = {
    DATABASE_URL: 'postgres://localhost/atelier',
    DATABASE_URL_FILE: '',
    MASTER_KEY_FILE: 'master.key',
  };
  loadWorkersConfig({ ...environment, ...given });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Fault('Stopped before it was ready.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

async function startParts(
  options: SystemOptions,
  config: Config,
  dataFolder: string,
  parts: Parts,
): Promise<void> {
  await refuseUnusablePort(config);
  const backups = embeddedBackups(options, config, dataFolder);
  if (backups !== undefined) await refuseLostKey(backups);
  refuseFullDisk(config, dataFolder);
  // Before the database: a key that is missing beside an existing database is an error at the next start.
  const masterKeyFile = await masterKeyFor(config, dataFolder);
  const logKeyFile = await logKeyFor(config, dataFolder);
  for (const line of firstStartLines(config, dataFolder)) options.report(line);
  const [database] = await Promise.all([
    prepareDatabase(options, config, dataFolder, masterKeyFile, parts),
    options.beside?.(options.signal),
  ]);
  const companions = await demoCompanions(config, options.environment);
  const definitions = serviceDefinitions({
    config,
    dataFolder,
    masterKeyFile,
    logKeyFile,
    databaseUrl: database.serviceUrl,
    backups: await sourceOf(backups, database),
    env: companions.env,
  });
  const reports = { line: options.report, notices: new Notices(options.report, embeddedName(database)) };
  for (const definition of [...companions.definitions, ...definitions]) {
    const nodeArgs = options.nodeArgs ?? [];
    parts.addService(startService({ ...definition, nodeArgs }, join(dataFolder, 'logs'), reports));
  }
  const ready = Promise.all([untilReady(config), Promise.race([parts.ready(), sleep(patientlyMs)])]);
  await Promise.race([ready, parts.gaveUp().then(failStart)]);
  parts.settled();
  const line = await noAccountLine(config.port);
  if (line !== undefined) options.report(line);
}

/** Of a database that exists PostgreSQL says it itself. */
function refuseFullDisk({ databaseUrl }: Config, dataFolder: string): void {
  if (databaseUrl !== undefined || existsSync(clusterHome(dataFolder))) return;
  const trouble = missingRoom(dataFolder, NEW_DATABASE_MB);
  if (trouble !== undefined) throw trouble;
}

/** What the first start on an empty data folder makes; nothing on a database of one's own, which has its own lines. */
function firstStartLines({ databaseUrl, demo }: Config, dataFolder: string): readonly string[] {
  const home = clusterHome(dataFolder);
  if (databaseUrl !== undefined || existsSync(home)) return [];
  const content = demo ? 'with the demo' : 'empty';
  return [
    `first start: making the database (${content}) in ${home} and its keys in ${dataFolder}; this takes a minute or two, later starts take seconds`,
  ];
}

/** A worker that waits for another server delays the start by this long at most. */
const patientlyMs = 15_000;

/** Its death and its return are reported by the process that keeps it. */
const embeddedName = ({ cluster, serviceUrl }: OpenDatabase): string | undefined =>
  cluster && postgresDependency(serviceUrl).name;

/** The embedded database's backups are made beside it; undefined where none are made. */
function embeddedBackups(
  { environment }: SystemOptions,
  { databaseUrl }: Config,
  dataFolder: string,
): BackupSettings | undefined {
  return databaseUrl === undefined ? backupSettings(environment, dataFolder, true) : undefined;
}

/** What is backed up and where to. */
async function sourceOf(
  settings: BackupSettings | undefined,
  { cluster }: OpenDatabase,
): Promise<{ databaseUrl: string; target: string } | undefined> {
  if (cluster === undefined) return undefined;
  const databaseUrl = cluster.url('atelier');
  if (settings === undefined) await forgetBackups(databaseUrl);
  return settings === undefined ? undefined : { databaseUrl, target: settings.target };
}

function failStart(sentence: string): never {
  throw new Fault(sentence);
}

async function prepareDatabase(
  options: SystemOptions,
  config: Config,
  dataFolder: string,
  masterKeyFile: string,
  parts: Parts,
): Promise<OpenDatabase> {
  const opening = openDatabase(config, dataFolder, { forServices: true });
  parts.setPostgres(
    opening.then(({ cluster }) => cluster && keepPostgres(cluster, dataFolder, options.report)),
  );
  const database = await opening;
  const clock = await clockLine(database.ownerUrl);
  if (clock !== undefined) options.report(clock);
  if (database.cluster !== undefined) for (const line of placeLines(dataFolder)) options.report(line);
  if (config.demo) {
    const { ownerUrl, serviceUrl: connectionString } = database;
    await loadDemo({ connectionString, ownerUrl, masterKeyFile, now: new Date(), log: options.report });
  }
  return database;
}

/** The services of a killed system hold the port for a moment until they notice that they are alone. */
async function refuseUnusablePort(config: Config): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const trouble = await portTrouble(config.port, config.host);
    if (trouble === undefined) return;
    if (codesOf(trouble).code !== 'EADDRINUSE' || attempt === 20) throw listenFault(trouble, config);
    await sleep(100);
  }
}
