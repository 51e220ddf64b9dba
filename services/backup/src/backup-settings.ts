import { dirname, join, resolve } from 'node:path';
import { Fault } from '@atelier/host/fault.ts';
import { ancestors, projectRoot } from '@atelier/host/files.ts';
import type { VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { vaultPlace } from '@atelier/host/secrets.ts';
import { BACKUP_NUMBERS, type BackupNumber } from './backup-environment.ts';
import { isS3 } from './s3-target.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with another place for backups, where one was named on the command line. */
export const withTarget = (env: Environment, target: string | undefined): Environment =>
  target === undefined ? env : { ...env, BACKUP_TARGET: target };

/** What the environment says about backups (docs/configuration.md). */
export interface BackupSettings {
  /** A folder, or `s3://bucket/prefix`. */
  readonly target: string;
  /** A copy of the folder above the backups includes the key vault, and brings erased people back. */
  readonly isBesideVault: boolean;
  readonly keyFile: string;
  /** A key of the data folder's own is made when it is missing; a named one must be there. */
  readonly mayCreateKey: boolean;
  /** Between two backups. */
  readonly everyMs: number;
  /** So many backups stay, and every one that is younger than so long. */
  readonly keep: number;
  readonly keepMs: number;
  /** Between two verifications; 0 = none. */
  readonly verifyEveryMs: number;
  /** What is written is in the archive after so long. */
  readonly walMs: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * With the embedded database backups go to the data folder unless another place is named; with a database of one's own they are
 * off until one is. `none` turns them off.
 *
 * @throws Fault for a number that is none, or for a folder that holds the key vault
 */
export function backupSettings(
  env: Environment,
  dataFolder: string,
  isEmbedded: boolean,
): BackupSettings | undefined {
  const named = textOf(env, 'BACKUP_TARGET') ?? (isEmbedded ? join(dataFolder, 'backups') : undefined);
  if (named === undefined || named === 'none') return undefined;
  const keyFile = textOf(env, 'BACKUP_KEY_FILE');
  const target = isS3(named) ? named : resolve(projectRoot, named);
  return {
    target,
    isBesideVault: !isS3(target) && liesBeside(target, vaultOf(env, dataFolder)),
    keyFile: keyFile === undefined ? join(dataFolder, 'backup.key') : resolve(projectRoot, keyFile),
    mayCreateKey: keyFile === undefined,
    everyMs: numberOf(env, 'BACKUP_EVERY_HOURS') * HOUR_MS,
    keep: numberOf(env, 'BACKUP_KEEP'),
    keepMs: numberOf(env, 'BACKUP_KEEP_DAYS') * DAY_MS,
    verifyEveryMs: numberOf(env, 'BACKUP_VERIFY_DAYS') * DAY_MS,
    walMs: numberOf(env, 'BACKUP_WAL_SECONDS') * 1_000,
  };
}

function vaultOf(env: Environment, dataFolder: string): VaultPlace {
  const masterKey = textOf(env, 'MASTER_KEY_FILE') ?? join(dataFolder, 'master.key');
  return vaultPlace(resolve(projectRoot, masterKey), env);
}

/** @throws Fault when the folder holds the vault: then every copy of the backups opens those of erased people */
function liesBeside(target: string, { url, file }: VaultPlace): boolean {
  if (url !== undefined) return false;
  const vault = resolve(projectRoot, file);
  if (ancestors(vault).includes(target))
    throw new Fault(
      `The key vault ${vault} lies in the folder of the backups, ${target}: name another folder in BACKUP_TARGET, or move the vault (KEY_VAULT_FILE).`,
    );
  return ancestors(target).includes(dirname(vault));
}

function textOf(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === undefined || text === '' ? undefined : text;
}

function numberOf(env: Environment, name: BackupNumber): number {
  const { fallback, least } = BACKUP_NUMBERS[name];
  const text = textOf(env, name);
  const number = text === undefined ? fallback : Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Fault(`The environment is wrong: ${name} must be a whole number of at least ${least}.`);
}
