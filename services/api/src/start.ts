import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase, queryable } from '@atelier/application/platform/database.ts';
import { unconfirmedForMs } from '@atelier/event-store/append/unconfirmed.ts';
import { createPool, type PoolOptions } from '@atelier/event-store/pool.ts';
import { projectionHealth } from '@atelier/application/projections/health.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { vaultPlaceOf, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { readMasterKey, type MasterKey } from '@atelier/key-vault/master-key.ts';
import { renewEpochAfterRestore, startLogMarker } from '@atelier/event-store/horizon/log-mark.ts';
import { logCarriedOver } from '@atelier/key-vault/carried-vault.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import {
  logPartitions,
  partitionsAhead,
  type PartitionState,
} from '@atelier/event-store/partitions/partition-maker.ts';
import { keepErased } from '@atelier/application/privacy/keep-erased.commands.ts';
import { purgeWorkerTries } from '@atelier/application/shared/pin-attempts.commands.ts';
import { purgeAttempts } from '@atelier/application/identity/login-attempts.commands.ts';
import { purgeSessions } from '@atelier/application/identity/sessions.commands.ts';
import { listReader } from '@atelier/application/shared/list-reader.ts';
import { createServiceLog, type ServiceLog } from '@atelier/application/platform/service-log.ts';
import { probedPostgres } from '@atelier/application/shared/dependencies.ts';
import { reachDatabase } from '@atelier/application/platform/reach-database.ts';
import { startServerClock } from '@atelier/application/platform/server-clock.ts';
import { watchForAccounts } from '@atelier/application/identity/account-watch.queries.ts';
import { defineStandardRoles } from '@atelier/application/identity/standard-roles.commands.ts';
import { grantNewPermissions } from '@atelier/application/identity/grant-new-permissions.commands.ts';
import { openPolicySource } from '@atelier/application/system/policy-source.queries.ts';
import { waitForProjections } from '@atelier/event-store/projections/wait.ts';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_ACCOUNT_COMMAND } from '@atelier/domain/identity/contract.ts';
import { buildApp } from './app.ts';
import { ConfigError, type Config } from './config.ts';
import type { ApiDeps } from './http/deps.ts';
import { listenFault } from './http/listen-fault.ts';
import { openListReplica } from './http/list-replica.ts';
import { SessionCache } from './identity/session-cache.ts';
import { startLive } from './live/service.ts';
import { liveSources } from './live-sources.ts';
import { createMetrics, measurePartitions, measureProjections } from './http/metrics.ts';

/** In the data folder. */
const LOG_MARK = 'log-mark.json';
const MAINTENANCE_MS = 15 * 60_000;
const SESSION_MEMORY_MS = 7 * 24 * 3_600_000;

export interface RunningApi {
  readonly app: FastifyInstance;
  /** Where it listens, with the real port when 0 was asked for. */
  readonly address: string;
  /** Unready → what is under way → live connections → pool (product/reliability.md §29). */
  readonly stop: () => Promise<void>;
}

/**
 * Starts one API node over a migrated database.
 * @throws ConfigError with one sentence that says what to do
 */
export async function startApi(config: Config): Promise<RunningApi> {
  const { databaseUrl, masterKeyFile } = required(config);
  const serviceLog = createServiceLog('api', config.logLevel);
  const { log } = serviceLog;
  const masterKey = await readMasterKey(masterKeyFile);
  const vault = vaultPlaceOf(config.keyVault, masterKeyFile);
  const pool = createPool(poolOptions(config, log));
  await reachDatabase(pool, databaseUrl);
  const node = await openNode(config, serviceLog, pool, { masterKey, vault });
  const app = await buildApp(node.deps);
  const address = await listenOn(app, config);
  return { app, address, stop: () => stopNode(app, node) };
}

function poolOptions(config: Config, log: Logger): PoolOptions {
  return {
    connectionString: required(config).databaseUrl,
    role: 'atelier_app',
    max: config.databasePool,
    applicationName: 'atelier api',
    onError: (error) => log.warn({ err: error }, 'database connection lost, the pool opens another'),
  };
}

/** What lies outside the database. */
interface Secrets {
  readonly masterKey: MasterKey;
  readonly vault: VaultPlace;
}

interface Node {
  readonly deps: ApiDeps;
  readonly close: () => Promise<void>;
}

async function openNode(
  config: Config,
  { log, outages, droppedLines }: ServiceLog,
  pool: Pool,
  { masterKey, vault }: Secrets,
): Promise<Node> {
  const onPartitions = (state: PartitionState): void => logPartitions(log, state);
  outages.watch(probedPostgres(required(config).databaseUrl, pool));
  const metrics = createMetrics({ droppedLogLines: droppedLines });
  measurePartitions(metrics, () => partitionsAhead(pool));
  const clock = await startServerClock(pool, (err) =>
    log.warn({ err }, 'server clock measurement failed, measuring again in 30 s'),
  );
  const store = await openStore({
    pool,
    masterKey,
    registry: EVENT_REGISTRY,
    vault,
    clock,
    onError: (err) => log.warn({ err }, 'horizon move or doorbell failed, moving again in 0.25 s'),
    onPartitions,
    onCarriedOver: (carried) => logCarriedOver(log, carried),
  });
  const db = createDatabase(pool, store.sealing);
  measureProjections(metrics, () => projectionHealth(db, store));
  const lists = openListReplica(config, log, store.sealing);
  const rules = await openPolicySource({
    store,
    clock,
    onError: (err) => log.warn({ err }, 'configuration tail failed, retrying within 3 s'),
  });
  const base = {
    config,
    clock,
    log,
    pool,
    db,
    readList: listReader(db, lists.replica),
    store,
    masterKey,
    blobs: createPostgresBlobStore(pool, store.files),
    metrics,
    policy: rules.policy,
    nextPolicyAt: rules.nextChangeAt,
    authenticator: new SessionCache(db, clock),
  };
  const roles = await defineStandardRoles({ db, store, clock });
  if (roles.length > 0) log.info({ roles }, 'standard roles defined');
  if (await watchForAccounts(db)()) log.warn({ command: FIRST_ACCOUNT_COMMAND }, 'no account exists yet');
  const permissions = await grantNewPermissions({ db, store, clock });
  if (permissions.length > 0) log.info({ permissions }, 'new permissions granted to administrators');
  // Before any screen is shown: its cursor may be of a log that is no more.
  const file = join(config.dataDir, LOG_MARK);
  if (await renewEpochAfterRestore(pool, file)) log.warn({ file }, 'restored database found, epoch renewed');
  const marker = startLogMarker({ pool, file, onError: (error) => warnAboutMark(log, error) });
  const erased = await keepErased({ services: base, log });
  const watching = createPool({ ...poolOptions(config, log), max: 1 });
  const live = await startLive(base, liveSources({ db, pool, store }, rules.policy));
  const deps: ApiDeps = {
    ...base,
    live,
    unconfirmedForMs: () => unconfirmedForMs(watching),
    waitForProjections: (names, position, timeoutMs) =>
      waitForProjections(queryable(db), names, position, timeoutMs),
  };
  const maintenance = setInterval(() => void tidy(deps), MAINTENANCE_MS);
  maintenance.unref();
  return {
    deps,
    close: async () => {
      outages.stop();
      clearInterval(maintenance);
      erased.stop();
      await marker.stop();
      await rules.stop();
      clock.stop();
      await store.close();
      await Promise.all([pool.end(), watching.end(), lists.close()]);
    },
  };
}

/** Nodes that may not write into the data folder rely on the database's own identity. */
function warnAboutMark(log: Logger, error: unknown): void {
  log.warn({ err: error }, 'log position write failed, a base backup put back by hand needs renew_epoch()');
}

async function tidy({ db, clock, log }: ApiDeps): Promise<void> {
  const now = clock.now();
  try {
    await purgeAttempts(db, now);
    await purgeWorkerTries(db, now);
    await purgeSessions(db, new Date(now.getTime() - SESSION_MEMORY_MS));
  } catch (error) {
    log.warn({ err: error }, 'session purge failed, purging again in 15 min');
  }
}

async function stopNode(app: FastifyInstance, node: Node): Promise<void> {
  app.readiness.drain();
  // A proxy sends nothing new, what is under way is finished.
  await sleep(node.deps.config.drainMs);
  await node.deps.live?.stop();
  await app.close();
  await node.close();
}

function required(config: Config): { databaseUrl: string; masterKeyFile: string } {
  const { databaseUrl, masterKeyFile } = config;
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL is not set: set it, or use "npm start", which brings a database.');
  }
  if (masterKeyFile === undefined) {
    throw new ConfigError(
      'MASTER_KEY_FILE is not set: name a file with 32 bytes in hex ("openssl rand -hex 32").',
    );
  }
  return { databaseUrl, masterKeyFile };
}

async function listenOn(app: FastifyInstance, config: Config): Promise<string> {
  try {
    return await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    throw error instanceof Error ? listenFault(error, config) : error;
  }
}
