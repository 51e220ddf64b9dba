import { parseArgs } from 'node:util';
import { loadConfig } from '@atelier/api/config.ts';
import type { Archive } from './archive.ts';
import { newestManifest } from './manifest.ts';
import { openArchive } from './open-archive.ts';
import { backupSettings, withTarget } from './backup-settings.ts';
import { openSource } from './backup-source.ts';
import { inWords } from './in-words.ts';
import { productVersion } from './place.ts';
import { recordRun } from './record-run.ts';
import { takeBackup } from './take-backup.ts';
import { pruneBackups } from './prune.ts';
import { createWalShipper } from './wal-shipper.ts';
import { prepareDataFolder } from '@atelier/host/data-folder.ts';
import { Fault } from '@atelier/host/fault.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { runMain } from '@atelier/host/run-main.ts';

const USAGE = `npm run backup --
  --to PLACE   a folder or s3://BUCKET/PREFIX, instead of BACKUP_TARGET`;

function readPlace(): string | undefined {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values.to;
  } catch {
    throw new Fault(USAGE);
  }
}

/** Backups under two keys in one place: a holder of only one of them could not restore every moment. */
const refuseAnotherKey = async (archive: Archive): Promise<void> => void (await newestManifest(archive));

/** Takes a backup now, of the running system or of one that is stopped, and removes those that are kept no longer. */
await runMain(async () => {
  const to = readPlace();
  const config = loadConfig(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  const settings = backupSettings(withTarget(process.env, to), dataFolder, config.databaseUrl === undefined);
  if (settings === undefined)
    throw new Fault('Say where backups go: set BACKUP_TARGET to a folder or to s3://BUCKET/PREFIX.');
  if (settings.isBesideVault && !config.demo)
    console.error(
      `The backups in ${settings.target} lie beside the key vault: who copies both brings erased people back. Name another place in BACKUP_TARGET.`,
    );
  const server = await openSource(config, dataFolder, process.env);
  try {
    const archive = await openArchive(settings, server.system);
    await refuseAnotherKey(archive);
    const shipper = createWalShipper(server, archive, to === undefined);
    const began = performance.now();
    const manifest = await recordRun(server.client, 'backup', archive.storage.place, () =>
      takeBackup({ server, archive, shipper, productVersion: productVersion(projectRoot) }),
    );
    console.log(inWords(manifest, archive.storage.place, (performance.now() - began) / 1_000));
    const removed = await pruneBackups(archive, settings, new Date());
    if (removed > 0) console.log(`${removed} older backups removed`);
    return 0;
  } finally {
    await server.close();
  }
}, USAGE);
