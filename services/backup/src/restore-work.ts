import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import type { Config } from '@atelier/api/config.ts';
import { hasEmbeddedDatabase, startEmbedded } from '@atelier/console/database.ts';
import { describeError, Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { ensureMasterKey } from '@atelier/host/master-key.ts';
import { clusterHome } from '@atelier/host/postgres/home.ts';
import { findOrphan, stopServer } from '@atelier/host/postgres/orphan.ts';
import { preparePlace } from '@atelier/host/postgres/place.ts';
import { resetPasswords } from '@atelier/host/postgres/database.ts';
import { chooseRunAs } from '@atelier/host/run-as.ts';
import { beginAnew, migrateRestored, onServer, ownerOf, type Restored } from './after-restore.ts';
import { leavesBeside } from '@atelier/transparency-log/proof/own-head.ts';
import { stampOf, type Archive } from './archive.ts';
import type { LogWitnesses } from '@atelier/console/log-key.ts';
import type { CheckedLog } from './check-log.ts';
import type { Choice } from './choose-backup.ts';
import { binariesFor, isFree, removeHalfRestored, restoredBeside } from './place.ts';
import type { RestoredServer } from './recover.ts';
import { refuseEarly } from './refuse-early.ts';
import { restoreServer, type RestoreInto, type RestoreTimes } from './restored-server.ts';
import { restoreReport } from './restore-report.ts';
import { checkRestored, type Checked } from './settle-restored.ts';
import { advanceWebhookCursors, readWebhookCursors, type WebhookCursors } from './webhook-cursors.ts';

export interface RestoreWork {
  readonly archive: Archive;
  readonly choice: Choice;
  readonly config: Config;
  readonly dataFolder: string;
  readonly witnesses: LogWitnesses;
  /** Take a log that is not the one this machine signed last. */
  readonly acceptsAnother: boolean;
  readonly adoptsVault: boolean;
  readonly report: (line: string) => void;
}

/**
 * Restores the embedded database of the data folder. A present one is put aside, never removed, and only when that was asked for.
 *
 * @throws Fault when there is one and the call does not allow it; then nothing was changed
 */
export async function restoreInPlace(work: RestoreWork, replace: boolean): Promise<void> {
  const { dataFolder, choice, report } = work;
  if (hasEmbeddedDatabase(dataFolder) && !replace)
    throw new Fault(
      `There is a database in ${dataFolder}: say --replace to put it aside, or set DATA_DIR to another folder. Nothing was changed.`,
    );
  const masterKeyFile = ensureMasterKey(work.config.masterKeyFile, dataFolder, false);
  const place = preparePlace(clusterHome(dataFolder));
  const orphan = findOrphan(place.dataDir);
  if (orphan !== undefined) await stopServer(orphan.pid, place.dataDir);
  await removeHalfRestored(place.dataDir);
  const beside = restoredBeside(place.dataDir);
  const remains = join(place.dataDir, 'pg_wal');
  const done = await restoreTo(
    work,
    masterKeyFile,
    {
      dataDir: beside,
      user: place.user,
      binaries: binariesFor(choice.manifest.server.major, place.user, process.env['POSTGRES_BIN']),
      logins: ['postgres'],
      durable: true,
      remains: existsSync(remains) ? remains : undefined,
      report,
    },
    (server) => resetPasswords(server.url(server.superuser, 'postgres'), place.password),
  );
  const delivered = existsSync(place.dataDir) ? await deliveredBefore(work, done) : undefined;
  if (existsSync(place.dataDir)) {
    const aside = `${place.dataDir}-before-${stampOf(new Date())}`;
    renameSync(place.dataDir, aside);
    report(`the database that was there lies in ${aside}: remove it when it is needed no more`);
  }
  renameSync(beside, place.dataDir);
  const putAside = putCheckpointAside(work, done.checked.log);
  // A start that works is part of it.
  await onEmbedded(work, async (client) => {
    if (delivered === undefined) return;
    const count = await advanceWebhookCursors(client, done.restored.position, delivered);
    report(`${count} webhook endpoints go on from where the database before had come`);
  });
  reportRestored(work, done, putAside);
  report('restored: start Atelier');
}

/** Work on the embedded database as its superuser; it runs only for that time. */
async function onEmbedded<T>(
  { dataFolder, choice }: RestoreWork,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const cluster = await startEmbedded(dataFolder);
  try {
    return await onServer(
      { ...cluster, superuser: 'postgres', url: (_, name) => cluster.url(name) },
      choice.manifest.database,
      work,
    );
  } finally {
    await cluster.stop();
  }
}

/** Undefined where the database that is put aside does not start or is of an earlier release: then those deliveries come again. */
async function deliveredBefore(work: RestoreWork, { restored }: Done): Promise<WebhookCursors | undefined> {
  try {
    return await onEmbedded(work, (client) => readWebhookCursors(client, restored.position));
  } catch (error) {
    work.report(`what was delivered to webhooks since then comes again: ${describeError(error)}`);
    return undefined;
  }
}

/** Restores into a folder for a PostgreSQL of one's own, which is left stopped. */
export async function restoreAway(work: RestoreWork, folder: string): Promise<void> {
  const { config, dataFolder, choice, report } = work;
  const dataDir = resolve(projectRoot, folder);
  if (!isFree(dataDir))
    throw new Fault(`${dataDir} is there already: name a new folder. Nothing was changed.`);
  const masterKeyFile = ensureMasterKey(config.masterKeyFile, dataFolder, false);
  const user = chooseRunAs('');
  const logins = [
    'postgres',
    ...(config.databaseUrl === undefined ? [] : [new URL(config.databaseUrl).username]),
  ];
  const done = await restoreTo(work, masterKeyFile, {
    dataDir,
    user,
    binaries: binariesFor(choice.manifest.server.major, user, process.env['POSTGRES_BIN']),
    logins,
    durable: true,
    report,
  });
  reportRestored(work, done, undefined);
  report(`restored into ${dataDir}: start PostgreSQL ${choice.manifest.server.major} on it, then Atelier`);
}

/** What this machine signed is ahead of the log now: it would sign nothing beside it (decisions/0153). */
function putCheckpointAside({ witnesses }: RestoreWork, { signedLast }: CheckedLog): string | undefined {
  if (signedLast === undefined || signedLast.standing === 'continues') return undefined;
  const aside = `${witnesses.signedLastFile}-before-${stampOf(new Date())}`;
  renameSync(witnesses.signedLastFile, aside);
  const leaves = leavesBeside(witnesses.signedLastFile);
  if (existsSync(leaves)) renameSync(leaves, leavesBeside(aside));
  return aside;
}

function reportRestored({ choice, report }: RestoreWork, done: Done, putAside: string | undefined): void {
  for (const line of restoreReport({ choice, ...done, putAside })) report(line);
}

interface Done {
  readonly restored: Restored;
  readonly checked: Checked;
}

/** The server runs only for the time of it. */
async function restoreTo(
  work: RestoreWork,
  masterKeyFile: string,
  into: RestoreInto,
  alsoDo: (server: RestoredServer) => Promise<void> = () => Promise.resolve(),
): Promise<Done> {
  const { archive, choice, witnesses, acceptsAnother, adoptsVault, report } = work;
  await refuseEarly(choice.manifest, masterKeyFile, into.dataDir);
  const { server, times } = await restoreServer(archive, choice, into);
  let isSound = false;
  try {
    const { database } = choice.manifest;
    await alsoDo(server);
    const owner = await ownerOf(server, database);
    await migrateRestored(server, database, owner);
    const restored = await beginAnew(server, choice, owner);
    report(`log restored up to position ${restored.position}, epoch ${restored.epoch}, ${inSeconds(times)}`);
    const checked = await checkRestored({
      server,
      database,
      owner,
      masterKeyFile,
      witnesses,
      acceptsAnother,
      adoptsVault,
      report,
      manifest: choice.manifest,
      appliesErasures: true,
    });
    await onServer(server, database, (client) => client.query('checkpoint'));
    isSound = true;
    return { restored, checked };
  } finally {
    await server.stop();
    // As large as the database, and must not be mistaken for a restored one.
    if (!isSound) rmSync(into.dataDir, { recursive: true, force: true });
  }
}

const inSeconds = ({ copying, recovering }: RestoreTimes): string =>
  `copied in ${copying.toFixed(1)} s, log applied in ${recovering.toFixed(1)} s`;
