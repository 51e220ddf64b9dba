import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupSettings } from './backup-settings.ts';

const DATA = '/srv/atelier';
const settingsOf = (env: Readonly<Record<string, string>>, isEmbedded = true) =>
  backupSettings(env, DATA, isEmbedded);

test('backups of the embedded database go to the data folder, those of another one only where a place is named', () => {
  expect(settingsOf({})?.target).toBe(join(DATA, 'backups'));
  expect(settingsOf({}, false)).toBeUndefined();
  expect(settingsOf({ BACKUP_TARGET: 'none' })).toBeUndefined();
  expect(settingsOf({ BACKUP_TARGET: 's3://bucket/house' }, false)?.target).toBe('s3://bucket/house');
});

test('says when backups lie beside the key vault, and refuses a folder that holds it', () => {
  expect(settingsOf({})?.isBesideVault).toBe(true);
  expect(settingsOf({ KEY_VAULT_FILE: '/vault/key-vault.json' })?.isBesideVault).toBe(false);
  expect(settingsOf({ BACKUP_TARGET: '/mnt/backups' })?.isBesideVault).toBe(false);
  expect(settingsOf({ BACKUP_TARGET: 's3://bucket' })?.isBesideVault).toBe(false);
  const url = 'postgres://vault/vault';
  expect(settingsOf({ KEY_VAULT_URL: url })?.isBesideVault).toBe(false);
  const holding = { BACKUP_TARGET: '/mnt', KEY_VAULT_FILE: '/mnt/vault/key-vault.json' };
  expect(() => settingsOf(holding)).toThrow('The key vault /mnt/vault/key-vault.sqlite lies in the folder');
  expect(() => settingsOf({ BACKUP_TARGET: DATA })).toThrow('lies in the folder of the backups');
});

test('archives what was written within a minute, and takes a backup a day that stays a week by default', () => {
  const [minute, day] = [60_000, 86_400_000];
  expect(settingsOf({})).toMatchObject({ walMs: minute, everyMs: day, keep: 7, keepMs: 7 * day });
});

test('names the setting that is no number', () => {
  expect(() => settingsOf({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP must be a whole number of at least 1');
});
