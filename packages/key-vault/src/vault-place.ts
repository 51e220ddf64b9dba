import { dirname, join } from 'node:path';

/** Where the key vault lies: outside the database and outside its backups. */
export interface VaultPlace {
  /** A separate PostgreSQL (`KEY_VAULT_URL`). Without one, the vault is the file. */
  readonly url: string | undefined;
  /** A SQLite file. */
  readonly file: string;
  /** The files of releases with one JSON file: carried over by the first start (`carried-vault.ts`). */
  readonly former: FormerVault;
}

export interface FormerVault {
  readonly vault: string;
  readonly ledger: string;
}

/** What the environment says: `KEY_VAULT_URL`, `KEY_VAULT_FILE`. */
export interface VaultSettings {
  readonly url?: string | undefined;
  readonly file?: string | undefined;
}

/**
 * The vault that is named, or the one beside the master key. `KEY_VAULT_FILE` may still name the JSON file of a former release: the
 * vault that takes its place lies beside it.
 */
export function vaultPlaceOf({ url, file }: VaultSettings, masterKeyFile: string): VaultPlace {
  const named = file ?? join(dirname(masterKeyFile), 'key-vault.sqlite');
  const base = named.replace(/\.(json|sqlite)$/, '');
  const vault = named.endsWith('.sqlite') ? `${base}.json` : named;
  return { url, file: `${base}.sqlite`, former: { vault, ledger: join(dirname(base), 'erasures.jsonl') } };
}

/** The setting that names this vault. */
export const settingOf = ({ url }: VaultPlace): string =>
  url === undefined ? 'KEY_VAULT_FILE' : 'KEY_VAULT_URL';
