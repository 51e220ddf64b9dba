import { loadConfig } from '@atelier/api/config.ts';
import { createServiceLog } from '@atelier/application/service-log.ts';
import { startBackupKeeper } from './lib/backup/backup-keeper.ts';
import { backupSettings } from './lib/backup/backup-settings.ts';
import { productVersion } from './lib/backup/place.ts';
import { prepareDataFolder } from './lib/data-folder.ts';
import { Fault } from './lib/fault.ts';
import { projectRoot } from './lib/files.ts';
import { witnessesOf } from './lib/log-key.ts';
import { ensureMasterKey } from './lib/master-key.ts';
import { sentenceOf } from './lib/sentence.ts';

/**
 * The process that makes backups: beside API and workers, once for a database. The start script brings it with the embedded
 * database; with a server of one's own it runs where its tools reach that server (docs/operations.md).
 */
try {
  const config = loadConfig(process.env);
  const named = process.env['BACKUP_DATABASE_URL'];
  const databaseUrl = named === undefined || named === '' ? config.databaseUrl : named;
  const dataFolder = prepareDataFolder(config.dataDir);
  const settings = backupSettings(process.env, dataFolder, false);
  if (settings === undefined || databaseUrl === undefined)
    throw new Fault('Say what to back up and where to: set DATABASE_URL and BACKUP_TARGET.');
  const { log } = createServiceLog('backups', config.logLevel);
  const masterKeyFile = ensureMasterKey(config.masterKeyFile, dataFolder, false);
  const version = productVersion(projectRoot);
  const keeper = startBackupKeeper({
    databaseUrl,
    settings,
    masterKeyFile,
    witnesses: witnessesOf(config, dataFolder),
    dataFolder,
    productVersion: version,
    demo: config.demo,
    log,
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= keeper.stop().then(() => process.exit(0)));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
} catch (error) {
  process.stderr.write(`${sentenceOf(error) ?? String(error)}\n`);
  process.exitCode = 1;
}
