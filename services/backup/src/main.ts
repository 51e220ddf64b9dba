import { loadConfig } from '@atelier/api/config.ts';
import { runProcess } from '@atelier/application/platform/run-process.ts';
import { createServiceLog } from '@atelier/application/platform/service-log.ts';
import { startBackupKeeper } from './backup-keeper.ts';
import { backupSettings } from './backup-settings.ts';
import { productVersion } from './place.ts';
import { prepareDataFolder } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { witnessesOf } from '@atelier/console/log-key.ts';
import { ensureMasterKey } from '@atelier/host/master-key.ts';

/**
 * The process that makes backups: beside API and workers, once for a database. The start script brings it with the embedded
 * database; with a server of one's own it runs where its tools reach that server (docs/operations/database.md).
 */
await runProcess(async () => {
  const config = loadConfig(process.env);
  const named = process.env['BACKUP_DATABASE_URL'];
  const databaseUrl = named === undefined || named === '' ? config.databaseUrl : named;
  const dataFolder = prepareDataFolder(config.dataDir);
  const settings = backupSettings(process.env, dataFolder, false);
  if (settings === undefined || databaseUrl === undefined)
    throw new Fault('Say what to back up and where to: set DATABASE_URL and BACKUP_TARGET.');
  const { log, outages } = createServiceLog('backups', config.logLevel);
  return startBackupKeeper({
    databaseUrl,
    settings,
    masterKeyFile: ensureMasterKey(config.masterKeyFile, dataFolder, false),
    witnesses: witnessesOf(config, dataFolder),
    dataFolder,
    productVersion: productVersion(projectRoot),
    demo: config.demo,
    log,
    outages,
  });
});
