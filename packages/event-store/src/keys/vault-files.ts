import { dirname, join } from 'node:path';

/** What lies outside the database and must stay out of its backups, as paths of files. */
export interface VaultFiles {
  /** Secrets that open persons' keys. */
  readonly vault: string;
  /** Who was erased. */
  readonly ledger: string;
}

/** Beside the named vault (`KEY_VAULT_FILE`), or beside the master key where none is named. */
export function vaultFilesOf(named: string | undefined, masterKeyFile: string): VaultFiles {
  const vault = named ?? join(dirname(masterKeyFile), 'key-vault.json');
  return { vault, ledger: join(dirname(vault), 'erasures.jsonl') };
}
