import type { Pool } from 'pg';
import { KeyVaultMissing, WrongKeyVault } from '../errors.ts';
import { isFile, makeFileVault, openFileVault } from './file-vault.ts';
import type { KeyVault, VaultUse } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import type { VaultFiles } from './vault-files.ts';

/** Keys that are there were made by a release without a vault: its nodes get an hour to be replaced by this one's. */
const noteSql = `insert into key_vault (id, wraps_from)
  select $1, clock_timestamp() + case when exists (select from subject_keys where wrapped_key is not null)
    then interval '1 hour' else interval '0' end
  on conflict do nothing`;
const knownSql = `select id, (extract(epoch from wraps_from - clock_timestamp()) * 1000)::float8 as wait_ms from key_vault`;

interface KnownVault {
  readonly id: string;
  readonly wait_ms: number;
}

/**
 * The vault of a database: made with the first start of a database that has none yet. Throws `KeyVaultMissing` when the
 * database was used with a vault and the file is gone, `WrongKeyVault` when the file is another one.
 */
export async function openVaultFor(
  db: Pick<Pool, 'query'>,
  files: VaultFiles,
  masterKey: MasterKey,
): Promise<KeyVault & VaultUse> {
  const { rows } = await db.query<{ id: string }>('select id from key_vault');
  if (rows.length > 0 && !(await isFile(files.vault))) throw new KeyVaultMissing(files.vault);
  if (rows.length === 0) await makeFileVault(files.vault);
  const vault = await openFileVault(files, masterKey);
  // The first vault is the database's for good: of two nodes that bring different files, the second is refused.
  await db.query(noteSql, [vault.id]);
  const known = await db.query<KnownVault>(knownSql);
  const own = known.rows.find(({ id }) => id === vault.id);
  if (own === undefined) throw new WrongKeyVault(files.vault);
  const wrapsFrom = performance.now() + own.wait_ms;
  return { ...vault, isInUse: () => performance.now() >= wrapsFrom };
}
