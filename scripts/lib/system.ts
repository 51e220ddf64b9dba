import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig, type Config } from '@atelier/api/config.ts';
import { backupSettings } from './backup/backup-settings.ts';
import { forgetBackups } from './backup/wal-shipper.ts';
import { demoCompanions } from './companions.ts';
import { lockDataFolder, prepareDataFolder } from './data-folder.ts';
import { hasEmbeddedDatabase, openDatabase, type OpenDatabase } from './database.ts';
import { loadDemo } from './demo.ts';
import { Fault } from './fault.ts';
import { keepLogsSmall } from './logs.ts';
import { keepPostgres } from './keep-postgres.ts';
import { ensureLogKey } from './log-key.ts';
import { ensureMasterKey } from './master-key.ts';
import { noAccountLine } from './no-account.ts';
import { Parts } from './parts.ts';
import { isPortFree } from './ports.ts';
import { serviceDefinitions } from './services.ts';
import { startService } from './service.ts';
import { untilReady } from './until-ready.ts';

/** What differs between `npm start` and `npm run dev`. */
export interface SystemOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  /** Ends the start before it is done. */
  readonly signal: AbortSignal;
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
  const dataFolder = prepareDataFolder(config.dataDir);
  const parts = new Parts(lockDataFolder(dataFolder));
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
    await parts.stop();
    throw error;
  }
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
  await refuseTakenPort(config);
  const isNew = config.databaseUrl !== undefined || !hasEmbeddedDatabase(dataFolder);
  // Before the database: a key that is missing beside an existing database is an error at the next start.
  const masterKeyFile = ensureMasterKey(config.masterKeyFile, dataFolder, isNew);
  const logKeyFile = ensureLogKey(config.logKeyFile, dataFolder);
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
    backups: await embeddedBackups(options, dataFolder, database),
    env: companions.env,
  });
  for (const definition of [...companions.definitions, ...definitions]) {
    const nodeArgs = options.nodeArgs ?? [];
    parts.addService(startService({ ...definition, nodeArgs }, join(dataFolder, 'logs'), options.report));
  }
  await Promise.race([untilReady(config.port), parts.gaveUp().then(failStart)]);
  parts.settled();
  const line = await noAccountLine(config.port);
  if (line !== undefined) options.report(line);
}

/** With a database of one's own its backups are made beside that one. */
async function embeddedBackups(
  { environment }: SystemOptions,
  dataFolder: string,
  { cluster }: OpenDatabase,
): Promise<{ databaseUrl: string; target: string } | undefined> {
  if (cluster === undefined) return undefined;
  const settings = backupSettings(environment, dataFolder, true);
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
  if (config.demo) {
    const { ownerUrl, serviceUrl: connectionString } = database;
    await loadDemo({ connectionString, ownerUrl, masterKeyFile, now: new Date(), log: options.report });
  }
  return database;
}

/** The services of a killed system hold the port for a moment until they notice that they are alone. */
async function refuseTakenPort({ port, host }: Config): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await isPortFree(port, host)) return;
    await sleep(100);
  }
  throw new Fault(
    `Port ${port} is taken: stop what listens there, or choose another one with PORT=${port + 1}.`,
  );
}
