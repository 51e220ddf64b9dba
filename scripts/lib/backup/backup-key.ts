import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeError } from '../fault.ts';
import { BackupFault } from './trouble.ts';

/** Seals the backups. Lies outside the database and outside the backups. */
export type BackupKey = KeyObject;

/**
 * Reads the key file: 64 hexadecimal digits. One in the data folder is made when it is missing; one that is named must be there,
 * since backups of another key could not be opened.
 *
 * @throws Fault when there is none, or when it holds something else
 */
export function readBackupKey(file: string, mayCreate: boolean): BackupKey {
  if (!existsSync(file) && mayCreate)
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
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
