import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeError } from '@atelier/host/fault.ts';
import type { BackupSettings } from './backup-settings.ts';
import type { BackupKey } from './sealing.ts';
import type { BackupStorage } from './storage.ts';
import { BackupFault } from './trouble.ts';

/**
 * Reads the key for backups in this storage. One in the data folder is made when it is missing and the storage holds no
 * backups yet: a new key would open none of them.
 *
 * @throws Fault when it is missing and may not be made
 */
export async function ensureBackupKey(
  { keyFile, mayCreateKey }: BackupSettings,
  storage: BackupStorage,
): Promise<BackupKey> {
  if (!existsSync(keyFile) && mayCreateKey) {
    await refuseSealed(keyFile, storage);
    writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  }
  return readBackupKey(keyFile);
}

async function refuseSealed(keyFile: string, storage: BackupStorage): Promise<void> {
  const files = await storage.list('');
  if (!files.some(({ name }) => name.endsWith('.sealed'))) return;
  throw new BackupFault(
    'key',
    `The key of the backups, ${keyFile}, is gone, but ${storage.place} holds backups that only it opens: put your copy there, or name it in BACKUP_KEY_FILE, or name an empty place in BACKUP_TARGET to begin with a new key.`,
  );
}

/**
 * Reads the key file: 64 hexadecimal digits.
 *
 * @throws Fault when there is none, or when it holds something else
 */
export function readBackupKey(file: string): BackupKey {
  if (!existsSync(file))
    throw new BackupFault(
      'key',
      `The key of the backups, ${file}, is not there: put it there, or name it in BACKUP_KEY_FILE (make one with "openssl rand -hex 32").`,
    );
  const text = textOf(file);
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new BackupFault(
      'key',
      `The key of the backups, ${file}, must hold 64 hexadecimal digits ("openssl rand -hex 32").`,
    );
  return createSecretKey(Buffer.from(text, 'hex'));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new BackupFault(
      'key',
      `The key of the backups, ${file}, cannot be read (${describeError(error)}): give this user the right to it, or name it in BACKUP_KEY_FILE.`,
    );
  }
}
