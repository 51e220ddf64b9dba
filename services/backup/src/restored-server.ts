import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';
import type { Binaries } from '@atelier/host/postgres/binaries.ts';
import { giveTo, type RunAs } from '@atelier/host/run-as.ts';
import type { Archive } from './archive.ts';
import { archivedUntil, type Choice } from './choose-backup.ts';
import { fetchBase } from './fetch-base.ts';
import { LogEndsBefore, recover, type RestoredServer } from './recover.ts';
import { startWalFeeder } from './wal-feeder.ts';

export interface RestoreInto {
  /** Must not be there; it becomes the server's data folder. A folder beside it is used meanwhile. */
  readonly dataDir: string;
  readonly user: RunAs | undefined;
  readonly binaries: Binaries;
  readonly logins: readonly string[];
  readonly durable: boolean;
  /** `pg_wal` of a data folder that was lost for another reason than its disk. */
  readonly remains?: string | undefined;
  readonly report: (line: string) => void;
}

/** Seconds that the two parts took. */
export interface RestoreTimes {
  readonly copying: number;
  readonly recovering: number;
}

/** Makes a server out of a backup and the log up to the moment; it runs, and only this process reaches it. */
export async function restoreServer(
  archive: Archive,
  choice: Choice,
  into: RestoreInto,
): Promise<{ readonly server: RestoredServer; readonly times: RestoreTimes }> {
  const { manifest } = choice;
  const { dataDir, user, report } = into;
  const began = performance.now();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  giveTo(dataDir, user);
  try {
    await fetchBase(archive, manifest, dataDir, user);
    const copied = performance.now();
    report(
      `backup ${manifest.name} copied: ${manifest.files.length} files, ${manifest.bytes} bytes, each as its manifest says`,
    );
    const server = await recoverTo(archive, choice, into);
    const times = { copying: (copied - began) / 1_000, recovering: (performance.now() - copied) / 1_000 };
    return { server, times };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function recoverTo(archive: Archive, choice: Choice, into: RestoreInto): Promise<RestoredServer> {
  const until = archivedUntil(choice);
  try {
    return await recoverOnce(archive, choice, into, choice.at);
  } catch (error) {
    if (!(error instanceof LogEndsBefore)) throw error;
    // Nothing was committed between the last commit and the moment: then the end of the archive is that moment.
    if (choice.at !== undefined && until !== undefined && choice.at <= until)
      return recoverOnce(archive, choice, into, undefined);
    throw new Fault(
      `The archived log ends ${until === undefined ? `with the backup of ${choice.manifest.endedAt}` : `at ${until.toISOString()}`}: restore to a moment before that, or to the newest that there is, without --at.`,
    );
  }
}

async function recoverOnce(
  archive: Archive,
  { manifest, wal, timeline }: Choice,
  { dataDir, user, binaries, logins, durable, remains }: RestoreInto,
  at: Date | undefined,
): Promise<RestoredServer> {
  const feeder = startWalFeeder({
    archive,
    wal,
    folder: join(dataDir, '..', `wal-to-restore-${process.pid}`),
    user,
    segmentBytes: manifest.server.segmentBytes,
    remains,
  });
  try {
    return await recover({
      binaries,
      dataDir,
      user,
      restoreCommand: feeder.command,
      at,
      timeline,
      logins,
      durable,
    });
  } finally {
    await feeder.stop();
  }
}
