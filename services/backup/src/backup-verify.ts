import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import { backupSettings, withTarget } from './backup-settings.ts';
import { openSource } from './backup-source.ts';
import { openArchive } from './open-archive.ts';
import { removeCopies } from './place.ts';
import { recordRun } from './record-run.ts';
import { verifyBackup } from './verify-backup.ts';
import { witnessesOf } from '@atelier/console/log-key.ts';
import { prepareDataFolder } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { ensureMasterKey } from '@atelier/host/master-key.ts';
import { runMain } from '@atelier/host/run-main.ts';

const USAGE = `npm run backup:verify --
  --from PLACE   a folder or s3://BUCKET/PREFIX, instead of BACKUP_TARGET`;

function readPlace(): string | undefined {
  try {
    return parseArgs({ options: { from: { type: 'string' } } }).values.from;
  } catch {
    throw new Fault(USAGE);
  }
}

const END_MS = 10_000;

/** A copy is as large as the database, and a server runs on it: neither outlasts a command that is ended early. */
function endWithoutCopy(dataFolder: string, close: () => Promise<void>): void {
  const end = (): void => {
    setTimeout(() => process.exit(130), END_MS);
    void removeCopies(dataFolder)
      .then(close)
      .finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
}

/** Restores the newest backup beside the living database, compares the two and removes the copy. */
await runMain(async () => {
  const from = readPlace();
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const settings = backupSettings(
    withTarget(process.env, from),
    dataFolder,
    config.databaseUrl === undefined,
  );
  if (settings === undefined) throw new Fault('Say where the backups are: set BACKUP_TARGET.');
  const masterKeyFile = ensureMasterKey(config.masterKeyFile, dataFolder, false);
  await removeCopies(dataFolder);
  const living = await openSource(config, dataFolder, process.env);
  endWithoutCopy(dataFolder, living.close);
  try {
    const archive = await openArchive(settings, living.system);
    const report = (line: string): void => console.log(line);
    const { name } = await recordRun(living.client, 'verification', archive.storage.place, () =>
      verifyBackup({
        archive,
        living,
        masterKeyFile,
        dataFolder,
        report,
        witnesses: witnessesOf(config, dataFolder),
      }),
    );
    console.log(`backup ${name} verified`);
    return 0;
  } finally {
    await living.close();
  }
}, USAGE);
