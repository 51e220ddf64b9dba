import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readMigrations } from '@atelier/application/platform/migrate.ts';
import { findVaultId } from '@atelier/key-vault/open-vault.ts';
import { settingOf } from '@atelier/key-vault/vault-place.ts';
import { Fault } from '@atelier/host/fault.ts';
import { ancestors, projectRoot } from '@atelier/host/files.ts';
import { readSecrets } from '@atelier/host/secrets.ts';
import { megabytes } from './in-words.ts';
import type { Manifest } from './manifest.ts';

/**
 * What is known before anything is copied: a backup of a newer release, keys that are not those of the database, and a disk
 * without room for it.
 *
 * @param dataDir the folder that is to be made
 * @throws Fault that says what to do
 */
export async function refuseEarly(manifest: Manifest, masterKeyFile: string, dataDir: string): Promise<void> {
  await refuseNewer(manifest);
  await refuseWrongKeys(manifest, masterKeyFile);
  await refuseNoRoom(manifest, dirname(dataDir));
}

async function refuseNewer({ product }: Manifest): Promise<void> {
  const newest = (await readMigrations(join(projectRoot, 'migrations'))).at(-1)?.number ?? 0;
  if (product.migration <= newest) return;
  throw new Fault(
    `The backup is of a newer release (${product.version}, migration ${product.migration}) than this one, which ends with migration ${newest}: restore with that release. Nothing was changed.`,
  );
}

/** Without its vault no name could be read, and the erased persons would be unknown. */
async function refuseWrongKeys(manifest: Manifest, masterKeyFile: string): Promise<void> {
  const place = (await readSecrets(masterKeyFile)).vault;
  if (manifest.vault === null) return;
  const { name, id } = await findVaultId(place);
  if (id === undefined)
    throw new Fault(
      `The key vault of this database, ${name}, is not there: put it there as it is today, or name it in ${settingOf(place)}. Nothing was changed.`,
    );
  if (id !== manifest.vault)
    throw new Fault(
      `${name} is not the key vault that the database of this backup was used with: put that one there as it is today, or name it in ${settingOf(place)}. Nothing was changed.`,
    );
}

/** Segments of the server's log that lie on the disk while they are applied, and some room to begin with. */
const SEGMENTS = 8;

async function refuseNoRoom({ bytes, server }: Manifest, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(
    [folder, ...ancestors(folder)].find((each) => existsSync(each)) ?? '/',
  );
  const needed = bytes + SEGMENTS * server.segmentBytes;
  if (bavail * bsize >= needed) return;
  throw new Fault(
    `There is no room for the restored database in ${folder}: it takes ${megabytes(needed)}, and ${megabytes(bavail * bsize)} are free: make room, or set DATA_DIR to a folder on another disk. Nothing was changed.`,
  );
}
