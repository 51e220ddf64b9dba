import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { RunsSql } from './file-sealing.ts';
import type { Pool } from 'pg';
import { KeyVaultMissing, WrongKeyVault } from './errors.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import {
  beginVault,
  carryIntoFile,
  carryIntoServer,
  formerIdOf,
  freshRoot,
  removeFormer,
  type CarriedOver,
} from './carried-vault.ts';
import type { KeyVault, VaultUse } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import { openPostgresVault } from './postgres-vault.ts';
import { openSqliteVault } from './sqlite-vault.ts';
import { createStoredVault } from './stored-vault.ts';
import { closingAfter, type VaultDatabase } from './vault-database.ts';
import { settingOf, type VaultPlace } from './vault-place.ts';
import {
  changeVault,
  knownVault,
  refuseOther,
  takeVaultLock,
  vaultIdOf,
  type KnownVault,
} from './vault-revision.ts';

/** Keys that are there were made by a release without a vault: its nodes get an hour to be replaced by this one's. */
const noteSql = `insert into key_vault (id, wraps_from)
  select $1, clock_timestamp() + case when exists (select from subject_keys where wrapped_key is not null)
    then interval '1 hour' else interval '0' end
  on conflict do nothing`;
const waitSql = `select (extract(epoch from wraps_from - clock_timestamp()) * 1000)::float8 as wait_ms from key_vault`;
/** A former vault of a hundred megabytes takes longer than the limits of other transactions. */
export const patientSql = `select set_config(name, '0', true)
  from unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) name`;

/** A vault that was opened for a database. */
export interface OpenedVault {
  readonly vault: KeyVault & VaultUse;
  readonly carriedOver: CarriedOver | undefined;
}

/**
 * The vault of a database: made with the first start of a database that has none yet, or carried over from the files of a former
 * release. Every opening is a write: so the copy that another node opens is found at once.
 *
 * @throws KeyVaultMissing, BrokenKeyVault, WrongKeyVault, OlderKeyVault or ForeignKeyVault, each with what to do
 */
export async function openVaultFor(db: Pool, place: VaultPlace, masterKey: MasterKey): Promise<OpenedVault> {
  const { database, carriedOver } = await inTransaction(db, (transaction) => openToWrite(transaction, place));
  return { vault: await vaultOver(database, db, masterKey, false), carriedOver };
}

async function vaultOver(
  database: VaultDatabase,
  db: Pool,
  masterKey: MasterKey,
  isReadOnly: boolean,
): Promise<KeyVault & VaultUse> {
  try {
    const id = (await vaultIdOf(database.sql)) ?? '';
    const { rows } = await db.query<{ wait_ms: number }>(waitSql);
    const wrapsFrom = performance.now() + (rows[0]?.wait_ms ?? 0);
    const isInUse = (): boolean => performance.now() >= wrapsFrom;
    return { ...createStoredVault(database, id, masterKey), isInUse, isReadOnly };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openToWrite(transaction: RunsSql, place: VaultPlace) {
  await transaction.query(patientSql);
  await takeVaultLock(transaction);
  const known = await knownVault(transaction);
  const { database, carriedOver } = await openDatabase(place, known);
  try {
    const id = (await vaultIdOf(database.sql)) ?? (await makeVault(database, place, known));
    await transaction.query(noteSql, [id]);
    if ((await knownVault(transaction))?.id !== id) throw new WrongKeyVault(database.name, settingOf(place));
    await changeVault(transaction, database, [() => Promise.resolve()]);
    await removeFormer(place, id);
    return { database, carriedOver };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase(place: VaultPlace, known: KnownVault | undefined) {
  const { url, file, former } = place;
  if (url !== undefined) {
    const database = await openPostgresVault(url, { makes: true });
    if ((await vaultIdOf(database.sql)) !== undefined) return { database, carriedOver: undefined };
    return { database, carriedOver: await carryIntoServer(place, database) };
  }
  const carriedOver = await carryIntoFile(former, file);
  if (known !== undefined && !existsSync(file)) throw new KeyVaultMissing(file);
  return { database: await openSqliteVault(file, { makes: known === undefined }), carriedOver };
}

async function makeVault(
  database: VaultDatabase,
  place: VaultPlace,
  known: KnownVault | undefined,
): Promise<string> {
  if (known !== undefined) throw new KeyVaultMissing(database.name, settingOf(place));
  const id = randomUUID();
  await database.transaction((sql) => beginVault(sql, id, { persons: freshRoot(), files: undefined }));
  return id;
}

/**
 * The vault of a restored copy that is only verified: nothing is written, and it may be ahead of the copy. Undefined where the copy was
 * used with none.
 *
 * @throws KeyVaultMissing, BrokenKeyVault, WrongKeyVault, OlderKeyVault or ForeignKeyVault
 */
export async function openVaultToRead(
  db: Pool,
  place: VaultPlace,
  masterKey: MasterKey,
): Promise<(KeyVault & VaultUse) | undefined> {
  const known = await knownVault(db);
  if (known === undefined) return undefined;
  const database = await openVaultDatabase(place);
  try {
    if ((await vaultIdOf(database.sql)) !== known.id)
      throw new WrongKeyVault(database.name, settingOf(place));
    await refuseOther(database, known);
    return await vaultOver(database, db, masterKey, true);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The number of the vault at a place, also of one that no start has carried over yet; undefined where there is none. */
export async function findVaultId(
  place: VaultPlace,
): Promise<{ readonly name: string; readonly id: string | undefined }> {
  const { url, file, former } = place;
  if (url === undefined && !existsSync(file)) return { name: file, id: await formerIdOf(former) };
  const database = await openVaultDatabase(place);
  return closingAfter(database, async ({ name, sql }) => ({ name, id: await vaultIdOf(sql) }));
}

/** The rows of a vault that is there: to read them, unless more is asked for. */
export async function openVaultDatabase(
  { url, file }: VaultPlace,
  { isReadOnly = true }: { readonly isReadOnly?: boolean } = {},
): Promise<VaultDatabase> {
  if (url !== undefined) return openPostgresVault(url);
  if (!existsSync(file)) throw new KeyVaultMissing(file);
  return openSqliteVault(file, { isReadOnly });
}
