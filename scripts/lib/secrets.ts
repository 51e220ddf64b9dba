import { readMasterKey } from '@atelier/event-store/keys/master-key.ts';
import type { MasterKey } from '@atelier/event-store/keys/master-key.ts';
import { vaultFilesOf } from '@atelier/event-store/keys/vault-files.ts';
import type { VaultFiles } from '@atelier/event-store/keys/vault-files.ts';

/** What lies outside the database, as `openStore` takes it. */
export interface Secrets {
  readonly masterKey: MasterKey;
  readonly vault: VaultFiles;
}

/** The vault that KEY_VAULT_FILE names or that lies beside the master key. */
export function vaultPlace(masterKeyFile: string): VaultFiles {
  const named = process.env['KEY_VAULT_FILE'];
  return vaultFilesOf(named === '' ? undefined : named, masterKeyFile);
}

/** The master key, and the vault that KEY_VAULT_FILE names or that lies beside it. */
export async function readSecrets(masterKeyFile: string): Promise<Secrets> {
  return { masterKey: await readMasterKey(masterKeyFile), vault: vaultPlace(masterKeyFile) };
}
