import { setTimeout as sleep } from 'node:timers/promises';
import { backupDependency, postgresDependency } from '@atelier/application/shared/dependencies.ts';
import type { ServiceLog } from '@atelier/application/platform/service-log.ts';
import { describeError } from '@atelier/host/fault.ts';
import { openArchive } from './open-archive.ts';
import type { Archive } from './archive.ts';
import type { LogWitnesses } from '@atelier/console/log-key.ts';
import { isBackupDue, isVerificationDue } from './backup-schedule.ts';
import type { BackupSettings } from './backup-settings.ts';
import { noteState, noteTrouble } from './note-state.ts';
import { removeCopies } from './place.ts';
import { pruneBackups } from './prune.ts';
import { recordRun } from './record-run.ts';
import { openServer, type BackupServer } from './server.ts';
import { takeBackup } from './take-backup.ts';
import { troubleOf } from './trouble.ts';
import { verifyBackup } from './verify-backup.ts';
import { closeSegment, createWalShipper, holdWal, type WalShipper } from './wal-shipper.ts';

export interface KeeperOptions {
  /** A login that may read the server's files. */
  readonly databaseUrl: string;
  readonly settings: BackupSettings;
  readonly masterKeyFile: string;
  readonly witnesses: LogWitnesses;
  readonly dataFolder: string;
  readonly productVersion: string;
  /** Of invented people: copying them brings no erased person back. */
  readonly demo: boolean;
  readonly log: ServiceLog['log'];
  readonly outages: ServiceLog['outages'];
}

export interface BackupKeeper {
  readonly stop: () => Promise<void>;
}

/** The server's log is looked at so often while segments come, and at rest. */
const TICK_MS = 500;
const REST_TICK_MS = 5_000;
const RETRY_MS = 5_000;
/** A system that has just started has more urgent work than its first backup. */
const FIRST_AFTER_MS = 120_000;
const SCHEDULE_MS = 60_000;

/** Archives the server's log all the time, and takes and verifies backups when they are due. */
export function startBackupKeeper(options: KeeperOptions): BackupKeeper {
  const stopping = new AbortController();
  const keeping = keepForEver(options, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await keeping;
      // A backup or a verification may be under way: it is given up, and due again at the next start.
      await removeCopies(options.dataFolder);
    },
  };
}

async function keepForEver(options: KeeperOptions, signal: AbortSignal): Promise<void> {
  const { log, settings } = options;
  if (settings.isBesideVault && !options.demo)
    log.warn({ target: settings.target }, 'backups lie beside the key vault, name another place');
  await removeCopies(options.dataFolder);
  while (!signal.aborted) {
    try {
      await keepOnce(options, signal);
    } catch (error) {
      if (!signal.aborted) {
        reportTrouble(options, error);
        await noteTrouble(options.databaseUrl, settings, troubleOf(error));
      }
      await pause(RETRY_MS, signal);
    }
  }
}

/** What is away is reported once, until the log is archived again; a defect each time. */
function reportTrouble({ databaseUrl, settings, log, outages }: KeeperOptions, error: unknown): void {
  const trouble = troubleOf(error);
  if (trouble === 'unknown') log.error({ err: error, trouble }, 'log archive failed, trying again in 5 s');
  else if (trouble === 'server') outages.use(postgresDependency(databaseUrl)).failed(error);
  else outages.use(backupDependency(settings.target)).failed(error);
}

function reportArchived({ databaseUrl, settings, outages }: KeeperOptions): void {
  outages.use(postgresDependency(databaseUrl)).worked();
  outages.use(backupDependency(settings.target)).worked();
}

/** One connection to the server, until it breaks. */
async function keepOnce(options: KeeperOptions, signal: AbortSignal): Promise<void> {
  const server = await openServer(options.databaseUrl);
  try {
    const archive = await openArchive(options.settings, server.system);
    await holdWal(server.client);
    const shipper = createWalShipper(server, archive, true);
    const ended = new AbortController();
    void keepSchedule(options, archive, shipper, AbortSignal.any([signal, ended.signal]));
    await archiveLog(options, { server, archive, shipper }, signal).finally(() => ended.abort());
  } finally {
    await server.close().catch(() => undefined);
  }
}

interface Working {
  readonly server: BackupServer;
  readonly archive: Archive;
  readonly shipper: WalShipper;
}

async function archiveLog(
  options: KeeperOptions,
  { server, archive, shipper }: Working,
  signal: AbortSignal,
): Promise<void> {
  const { settings, log } = options;
  let closedAt = 0;
  let closed = '';
  while (!signal.aborted) {
    const { count, hasGap, newest } = await shipper.ship();
    reportArchived(options);
    if (hasGap) log.error({ newest }, 'log archive has a gap, a backup will be taken again');
    if (Date.now() - closedAt >= settings.walMs) {
      const { written, now } = await written256k(server);
      if (written !== closed) await closeSegment(server.client);
      [closedAt, closed] = [Date.now(), written];
      const { newest: walFile } = await shipper.ship();
      await noteState(server.client, {
        target: archive.storage.place,
        everyMs: settings.everyMs,
        verifyEveryMs: settings.verifyEveryMs,
        walFile,
        archivedAt: now,
      });
    }
    await pause(count > 0 ? TICK_MS : Math.min(REST_TICK_MS, settings.walMs), signal);
  }
}

/**
 * Another text once events were appended, or 256 KiB of anything else were written: background writes alone close
 * no segment. And the server's time before that was asked.
 */
async function written256k({ client }: BackupServer): Promise<{ written: string; now: Date }> {
  const { rows } = await client.query<{ written: string; now: Date }>(
    `select position || '/' || floor((pg_current_wal_insert_lsn() - '0/0') / 262144) as written, clock_timestamp() as now
       from log_horizon`,
  );
  return rows[0] ?? { written: '', now: new Date() };
}

/** On separate connections: a long copy does not block archiving. */
async function keepSchedule(
  options: KeeperOptions,
  archive: Archive,
  shipper: WalShipper,
  signal: AbortSignal,
): Promise<void> {
  await pause(FIRST_AFTER_MS, signal);
  while (!signal.aborted) {
    await workIfDue(options, archive, shipper).catch((error: unknown) =>
      options.log.error({ err: error }, 'backup failed, trying again in 10 min'),
    );
    await pause(SCHEDULE_MS, signal);
  }
}

async function workIfDue(options: KeeperOptions, archive: Archive, shipper: WalShipper): Promise<void> {
  const { settings, log, productVersion, masterKeyFile, witnesses, dataFolder } = options;
  const server = await openServer(options.databaseUrl);
  const { place } = archive.storage;
  try {
    if (await isBackupDue(server.client, archive, settings, new Date())) {
      const work = () => takeBackup({ server, archive, shipper, productVersion });
      const { name, bytes, storedBytes } = await recordRun(server.client, 'backup', place, work);
      log.info({ backup: name, bytes, storedBytes }, 'backup taken');
      const removed = await pruneBackups(archive, settings, new Date());
      if (removed > 0) log.info({ removed }, 'older backups removed');
    }
    if (await isVerificationDue(server.client, place, settings, new Date())) {
      const report = (line: string): void => log.info(line);
      const work = () =>
        verifyBackup({ archive, living: server, masterKeyFile, witnesses, dataFolder, report });
      const { name } = await recordRun(server.client, 'verification', place, work);
      log.info({ backup: name }, 'backup verified');
    }
  } finally {
    await server
      .close()
      .catch((error: unknown) => log.debug({ err: describeError(error) }, 'connection was closed'));
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
