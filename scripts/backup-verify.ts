import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import { backupSettings, withTarget } from './lib/backup/backup-settings.ts';
import { openSource } from './lib/backup/backup-source.ts';
import { openArchive } from './lib/backup/open-archive.ts';
import { recordRun } from './lib/backup/record-run.ts';
import { verifyBackup } from './lib/backup/verify-backup.ts';
import { witnessesOf } from './lib/log-key.ts';
import { prepareDataFolder } from './lib/data-folder.ts';
import { Fault } from './lib/fault.ts';
import { ensureMasterKey } from './lib/master-key.ts';
import { runMain } from './lib/run-main.ts';

const USAGE = `npm run backup:verify --
  --from PLACE   a folder or s3://BUCKET/PREFIX, instead of BACKUP_TARGET`;

function readPlace(): string | undefined {
  try {
    return parseArgs({ options: { from: { type: 'string' } } }).values.from;
  } catch {
    throw new Fault(USAGE);
  }
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
  const living = await openSource(config, dataFolder, process.env);
  try {
    const archive = await openArchive(settings, living.system);
    const report = (line: string): void => console.log(line);
    const { name } = await recordRun(living.client, 'verification', () =>
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
});
