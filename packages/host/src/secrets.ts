import { withSecretsFromFiles } from '@atelier/application/platform/secret-files.ts';
import { readMasterKey, type MasterKey } from '@atelier/key-vault/master-key.ts';
import { vaultPlaceOf, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { Fault } from './fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What lies outside the database, as `openStore` takes it. */
export interface Secrets {
  readonly masterKey: MasterKey;
  readonly vault: VaultPlace;
}

/** The vault that KEY_VAULT_URL or KEY_VAULT_FILE names, or that lies beside the master key. */
export function vaultPlace(masterKeyFile: string, env: Environment = process.env): VaultPlace {
  const whole = withSecretsFromFiles(env, ['KEY_VAULT_URL'], (sentence) => new Fault(sentence));
  const named = (name: string): string | undefined => whole[name] || undefined;
  return vaultPlaceOf({ url: named('KEY_VAULT_URL'), file: named('KEY_VAULT_FILE') }, masterKeyFile);
}

/** The master key, and the vault of this environment. */
export async function readSecrets(masterKeyFile: string): Promise<Secrets> {
  return { masterKey: await readMasterKey(masterKeyFile), vault: vaultPlace(masterKeyFile) };
}
