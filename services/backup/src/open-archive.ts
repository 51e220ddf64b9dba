import { listSystems, type Archive } from './archive.ts';
import { ensureBackupKey, readBackupKey } from './backup-key.ts';
import type { BackupSettings } from './backup-settings.ts';
import { openFolderStorage } from './folder-storage.ts';
import { isS3, s3Client, s3TargetOf } from './s3-target.ts';
import type { BackupStorage } from './storage.ts';
import { BackupFault } from './trouble.ts';
import { Fault } from '@atelier/host/fault.ts';

/** The storage's client is loaded only where one is named. */
async function openStorage({ target }: BackupSettings): Promise<BackupStorage> {
  if (!isS3(target)) return openFolderStorage(target);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(await s3Client(process.env), s3TargetOf(target));
}

/** The backups of this server. */
export async function openArchive(settings: BackupSettings, system: string): Promise<Archive> {
  const storage = await openStorage(settings);
  return { storage, key: await ensureBackupKey(settings, storage), system };
}

/**
 * Before the system starts: backups whose key is gone are no reason to seal new ones beside them with another. A place
 * that cannot be reached now is left to the process that makes backups, which makes no key meanwhile.
 *
 * @throws Fault when the key is missing beside backups, or when the place is named wrongly
 */
export async function refuseLostKey(settings: BackupSettings): Promise<void> {
  if (isS3(settings.target)) s3TargetOf(settings.target);
  try {
    await ensureBackupKey(settings, await openStorage(settings));
  } catch (error) {
    if (error instanceof BackupFault && error.trouble === 'key') throw error;
  }
}

/**
 * The backups that a place holds, of the one server it holds them of, or of the one that is named.
 *
 * @throws Fault when there are none, or of several servers
 */
export async function findArchive(settings: BackupSettings, wanted: string | undefined): Promise<Archive> {
  const storage = await openStorage(settings);
  const systems = await listSystems(storage);
  const [system] = wanted === undefined ? systems : systems.filter((each) => each === wanted);
  if (system === undefined)
    throw new Fault(
      wanted === undefined || systems.length === 0
        ? `There is no backup in ${storage.place}: name another place, with --from or in BACKUP_TARGET.`
        : `There is no backup of server ${wanted} in ${storage.place}: there are those of ${systems.join(', ')}.`,
    );
  if (wanted === undefined && systems.length > 1)
    throw new Fault(
      `There are backups of several servers in ${storage.place}: say which, --server with one of ${systems.join(', ')}.`,
    );
  return { storage, key: readBackupKey(settings.keyFile), system };
}
