import { join } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';
import { chooseRunAs } from '@atelier/host/run-as.ts';
import { migrateRestored, onServer, ownerOf } from './after-restore.ts';
import type { Archive } from './archive.ts';
import type { LogWitnesses } from '@atelier/console/log-key.ts';
import { archivedUntil, chooseBackup } from './choose-backup.ts';
import { megabytes } from './in-words.ts';
import { logDifferences, logFacts } from './log-facts.ts';
import type { LogFacts, Manifest } from './manifest.ts';
import { binariesFor, temporaryPlace } from './place.ts';
import { refuseEarly } from './refuse-early.ts';
import { restoreServer, type RestoreTimes } from './restored-server.ts';
import type { BackupServer } from './server.ts';
import { checkRestored } from './settle-restored.ts';

export interface VerifyOptions {
  readonly archive: Archive;
  /** Undefined: there is nothing to compare with but the manifest. */
  readonly living: BackupServer | undefined;
  readonly masterKeyFile: string;
  readonly witnesses: LogWitnesses;
  readonly dataFolder: string;
  readonly report: (line: string) => void;
}

/**
 * Restores the newest backup and all of the archived log beside, verifies it, compares its log with what the manifest says and
 * with the living database's, and removes it. Answers the backup's manifest.
 *
 * @throws Fault with what is not as it should be
 */
export async function verifyBackup(options: VerifyOptions): Promise<Manifest> {
  const { archive, dataFolder, report } = options;
  const choice = await chooseBackup(archive, undefined);
  const { manifest } = choice;
  const user = chooseRunAs('');
  const place = temporaryPlace(dataFolder, user);
  const dataDir = join(place.folder, 'data');
  try {
    await refuseEarly(manifest, options.masterKeyFile, dataDir);
    const { server, times } = await restoreServer(archive, choice, {
      dataDir,
      user,
      binaries: binariesFor(manifest.server.major, user, process.env['POSTGRES_BIN']),
      logins: loginsOf(options.living),
      durable: false,
      report,
    });
    try {
      report(timesInWords(manifest, times, archivedUntil(choice)));
      const { database } = manifest;
      const owner = await ownerOf(server, database);
      await migrateRestored(server, database, owner);
      const { masterKeyFile, witnesses } = options;
      await checkRestored({
        server,
        database,
        owner,
        masterKeyFile,
        manifest,
        witnesses,
        report,
        appliesErasures: false,
        acceptsAnother: false,
        adoptsVault: false,
      });
      await onServer(server, database, (client) =>
        compareLogs(options, manifest, (upTo) => logFacts(client, upTo)),
      );
    } finally {
      await server.stop();
    }
    return manifest;
  } finally {
    place.remove();
  }
}

const loginsOf = (living: BackupServer | undefined): readonly string[] => [
  ...new Set(['postgres', ...(living?.client.user === undefined ? [] : [living.client.user])]),
];

function timesInWords(
  { bytes }: Manifest,
  { copying, recovering }: RestoreTimes,
  until: Date | undefined,
): string {
  const perGigabyte = ((copying + recovering) / bytes) * 1e9;
  return `restored ${megabytes(bytes)} in ${copying.toFixed(1)} s and the log up to ${until?.toISOString() ?? 'its end'} in ${recovering.toFixed(1)} s, ${perGigabyte.toFixed(0)} s per GB`;
}

async function compareLogs(
  { living, report }: VerifyOptions,
  manifest: Manifest,
  restored: (upTo?: number) => Promise<LogFacts>,
): Promise<void> {
  refuseDifferences('the manifest', manifest.log, await restored(manifest.log.position));
  report(
    `log compared with the manifest: ${manifest.log.events} events up to position ${manifest.log.position}`,
  );
  if (living === undefined) return;
  const all = await restored();
  const same = await logFacts(living.client, all.position);
  if (same.archives.join() !== all.archives.join())
    return report(
      'log not compared with the living database: events were moved into files or put back since',
    );
  refuseDifferences('the living database', same, all);
  report(`log compared with the living database: ${all.events} events up to position ${all.position}`);
}

function refuseDifferences(what: string, one: LogFacts, restored: LogFacts): void {
  const found = logDifferences(one, restored);
  if (found.length > 0) throw new Fault(`The restored log is not that of ${what}: ${found.join(', ')}.`);
}
