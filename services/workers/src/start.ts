import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { recordSealing } from '@atelier/application/audit/sealing/sealing.commands.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { keepSealing } from '@atelier/transparency-log/proof/keep-sealing.ts';
import { keepWitnessed } from '@atelier/transparency-log/proof/keep-witnessed.ts';
import { parseVerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { keepSigning } from '@atelier/application/documents/log-signatures.commands.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { vaultPlaceOf } from '@atelier/key-vault/vault-place.ts';
import { readMasterKey } from '@atelier/key-vault/master-key.ts';
import { logCarriedOver } from '@atelier/key-vault/carried-vault.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { logPartitions, type PartitionState } from '@atelier/event-store/partitions/partition-maker.ts';
import { startProjections } from '@atelier/event-store/projections/run.ts';
import { keepErased } from '@atelier/application/privacy/keep-erased.commands.ts';
import { createServiceLog } from '@atelier/application/platform/service-log.ts';
import { probedPostgres, redisDependency, siemDependency } from '@atelier/application/shared/dependencies.ts';
import type { Outages } from '@atelier/application/platform/outages.ts';
import { tellParent } from '@atelier/application/platform/parent-channel.ts';
import { checkRedis } from '@atelier/application/shared/check-redis.ts';
import { reachDatabase } from '@atelier/application/platform/reach-database.ts';
import { startServerClock } from '@atelier/application/platform/server-clock.ts';
import { openPolicySource } from '@atelier/application/system/policy-source.queries.ts';
import type { Stoppable } from '@atelier/postgres/until-stopped.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { WorkersConfig } from './config.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { keepSealed } from './keep-sealed.ts';
import { jobSlices } from './slices.ts';
import { startForwarding } from './exports/siem/forward.ts';
import { readSiemSettings } from './exports/siem/siem-settings.ts';
import { systemCaller } from './system-caller.ts';
import { startRetention } from './system/maintenance/retention.ts';
import { readModelsOn } from '@atelier/application/projections/projection.ts';
import { PROJECTIONS } from '@atelier/application/read-models/all.ts';

export interface RunningWorkers {
  /** No new jobs, what is under way is finished, then projections and pools end. */
  readonly stop: () => Promise<void>;
}

const RECONCILE_MS = 30_000;
/** Of each role: two worker nodes and two API nodes fit the hundred connections that a PostgreSQL allows (docs/operations/database.md). */
const POOL = 8;
const JOBS_END_WITHIN_MS = 10_000;

/** Starts one worker node: projections, reactions and jobs. Any number may run side by side. */
export async function startWorkers(config: WorkersConfig): Promise<RunningWorkers> {
  const { log, outages } = createServiceLog('workers', config.logLevel);
  const onPartitions = (state: PartitionState): void => logPartitions(log, state);
  const pool = openPool(config, 'atelier_app', log);
  const projectors = openPool(config, 'atelier_projector', log);
  await reachDatabase(pool, config.databaseUrl);
  await lookAtRedis(config, log, outages);
  outages.watch(probedPostgres(config.databaseUrl, pool));
  const masterKey = await readMasterKey(config.masterKeyFile);
  const vault = vaultPlaceOf(config.keyVault, config.masterKeyFile);
  const clock = await startServerClock(pool, (err) =>
    log.warn({ err }, 'server clock measurement failed, measuring again in 30 s'),
  );
  const onStoreError = (err: unknown): void =>
    log.warn({ err }, 'horizon move or doorbell failed, moving again in 0.25 s');
  const store = await openStore({
    pool,
    masterKey,
    registry: EVENT_REGISTRY,
    vault,
    clock,
    onError: onStoreError,
    onPartitions,
    onCarriedOver: (carried) => logCarriedOver(log, carried),
  });
  const projecting = await openStore({
    pool: projectors,
    masterKey,
    vault,
    registry: EVENT_REGISTRY,
    clock,
    onError: onStoreError,
    onPartitions,
  });
  const projections = startProjections({
    store: projecting,
    database: readModelsOn(projectors, projecting.sealing),
    projections: PROJECTIONS,
    onError: (error, projection) =>
      log.error({ err: error, projection }, 'projection failed, retrying within 5 s'),
    onParked: (parked, projection) =>
      log.error({ parked, projection }, 'projection could not read events, their streams parked'),
    onMissed: ({ id, name }) =>
      log.warn({ runner: id, name }, 'worker missed, its projections taken over by the others'),
  });
  const rules = await openPolicySource({
    store,
    clock,
    onError: (err) => log.warn({ err }, 'configuration tail failed, retrying within 3 s'),
  });
  const services: CommandServices = {
    store,
    db: createDatabase(pool, store.sealing),
    blobs: createPostgresBlobStore(pool, store.files),
    clock,
    policy: rules.policy,
  };
  const erased = await keepErased({ services, log });
  const sealed = keepSealed({ store, pool, db: createDatabase(projectors, store.sealing), log });
  const onJobsError = (err: unknown): void =>
    log.warn({ err }, 'queue or reaction failed, retrying within 30 s');
  const jobs = await startJobs({
    services,
    queues: { ...config, onError: onJobsError },
    slices: jobSlices(config, log, outages),
    reconcileMs: RECONCILE_MS,
    onRulesChanged: rules.onChange,
    onError: onJobsError,
    outages,
  });
  const retention = startRetention({
    services,
    onError: (err) => log.warn({ err }, 'retention task failed, running again in an hour'),
  });
  const siem = startForwarding({
    services,
    settings: config.siem === undefined ? undefined : readSiemSettings(config.siem),
    onError: (err, waitMs) =>
      log.warn({ err, waitMs }, 'security events not sent to the SIEM, sending them again'),
    ...(config.siem && { receiver: outages.use(siemDependency(config.siem.url)) }),
  });
  const sealing = await startSealing(config, projectors, services, log);
  const witnessing = startWitnessing(config, pool, log);
  return {
    stop: async () => {
      const jobsEnd = Promise.all([
        jobs.stop(),
        retention.stop(),
        sealing?.stop(),
        witnessing.stop(),
        sealed.stop(),
        siem.stop(),
      ]);
      await within(jobsEnd, JOBS_END_WITHIN_MS, log);
      erased.stop();
      await rules.stop();
      await projections.stop();
      clock.stop();
      await Promise.all([store.close(), projecting.close()]);
      await Promise.all([pool.end(), projectors.end()]);
    },
  };
}

/** @throws Fault when Redis is there and cannot be used */
async function lookAtRedis({ redisUrl }: WorkersConfig, log: Logger, outages: Outages): Promise<void> {
  if (redisUrl === undefined) return;
  const { away, warning } = await checkRedis(redisUrl);
  if (away !== undefined) outages.use(redisDependency(redisUrl)).failed(away);
  if (warning === undefined) return;
  log.warn({ warning }, 'redis may remove jobs, set its maxmemory-policy to noeviction');
  await tellParent({ type: 'notice', about: 'eviction', sentence: warning, isOver: false });
}

/** @throws Fault when the log's key cannot be used */
async function startSealing(
  { sealing }: WorkersConfig,
  pool: Pool,
  services: CommandServices,
  log: Logger,
): Promise<Stoppable | undefined> {
  if (sealing === undefined) {
    log.warn('log key not configured, the log is not sealed until LOG_KEY_FILE names one');
    return undefined;
  }
  const { keyFile, origin, rememberIn } = sealing;
  const signer = await readSignerKey(keyFile, origin, 'log');
  const kept = keepSealing({
    pool,
    signer,
    rememberIn,
    onError: (err) =>
      log.error({ err, rememberIn }, 'signing a checkpoint of the log failed, trying again in 20 s'),
    onNotKept: (err) => log.warn({ err, rememberIn }, 'signed checkpoint not kept, sealing goes on'),
    onFinding: async (finding) => {
      await recordSealing(services, systemCaller(services.clock, 'log sealing'), finding);
    },
  });
  const signing = keepSigning({
    pool,
    signer,
    onError: (err) => log.warn({ err }, 'signing of files or listening for requests failed, going on'),
  });
  return {
    stop: async () => {
      signing.stop();
      await kept.stop();
    },
  };
}

/** Sends checkpoints to witnesses that accept them; others fetch them. */
function startWitnessing(
  { witnessUrls: urls, witnessKeys }: WorkersConfig,
  pool: Pool,
  log: Logger,
): Stoppable {
  return keepWitnessed({
    db: pool,
    urls,
    witnesses: witnessKeys.map(parseVerifierKey),
    onError: (err, url) =>
      log.error({ err, url }, 'witness did not sign the checkpoint, asking again in 5 s'),
  });
}

function openPool(config: WorkersConfig, role: 'atelier_app' | 'atelier_projector', log: Logger): Pool {
  return createPool({
    connectionString: config.databaseUrl,
    role,
    max: POOL,
    applicationName: `atelier workers ${role}`,
    onError: (err) => log.warn({ err, role }, 'database connection lost, the pool opens another'),
  });
}

/** A job that does not end is restarted elsewhere after its lock expires, so the wait is bounded. */
async function within(work: Promise<unknown>, ms: number, log: Logger): Promise<void> {
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, ms, 'late').unref());
  if ((await Promise.race([work, late])) === 'late')
    log.warn(
      { waitedMs: ms },
      'jobs still running at shutdown, another worker takes them when their locks run out',
    );
}
