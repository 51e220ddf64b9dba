import { randomUUID } from 'node:crypto';
import { ForeignKeyVault, OlderKeyVault, StaleVaultWriter } from './errors.ts';
import type { RunsSql } from './file-sealing.ts';
import type { VaultDatabase, VaultSql } from './vault-database.ts';

/** A state of a vault. Every write makes the next one, with a token that no copy of the vault has. */
export interface Revision {
  readonly number: number;
  readonly token: string;
}

export interface KnownVault {
  readonly id: string;
  readonly number: number;
  readonly token: string | null;
}

// Writers of the vault, on all nodes, one after the other.
const vaultLock = 4_715_028;
const knownSql = 'select id, revision as number, revision_token as token from key_vault';

/** One writer of the vault at a time, on all nodes, until the transaction ends. What others write, or append of erased persons, is waited for. */
export async function takeVaultLock(transaction: RunsSql): Promise<void> {
  await transaction.query('set local lock_timeout = 0');
  await transaction.query('select pg_advisory_xact_lock($1)', [vaultLock]);
}

export async function newestRevision(sql: VaultSql): Promise<Revision> {
  const [row] = await sql<Revision>('select number, token from vault_revisions order by number desc limit 1');
  if (row === undefined) throw new Error('the vault has no revision');
  return row;
}

/** Stands beside every key that the vault wrapped. */
export async function vaultIdOf(sql: VaultSql): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>('select token as id from vault_revisions where number = 0');
  return row?.id;
}

/**
 * Refuses a vault that does not go on from the revision that the database saw last: an older one would open what was destroyed since, and
 * a copy of it would give a file's number twice. A vault that is ahead is as it should be: of a database that was restored, and
 * after a crash between the two.
 *
 * @throws OlderKeyVault or ForeignKeyVault
 */
export async function refuseOther(
  database: Pick<VaultDatabase, 'sql' | 'name'>,
  known: KnownVault,
): Promise<Revision> {
  const newest = await newestRevision(database.sql);
  if (newest.number < known.number) throw new OlderKeyVault(database.name);
  const [seen] = await database.sql<Revision>('select number, token from vault_revisions where number = $1', [
    known.number,
  ]);
  if (seen?.token !== (known.token ?? known.id)) throw new ForeignKeyVault(database.name);
  return newest;
}

/** The revision of its vault that the database saw last; undefined for a database without one. */
export async function knownVault(db: RunsSql): Promise<KnownVault | undefined> {
  const { rows } = await db.query<KnownVault>(knownSql);
  return rows[0];
}

/**
 * Changes the vault: takes the database's lock, compares the revisions, writes all parts, each in a transaction of the vault, and raises
 * both revisions. A writer that was stopped meanwhile and lost its session finds another revision, and fails.
 *
 * @throws StaleVaultWriter
 */
export async function changeVault<T>(
  transaction: RunsSql,
  database: VaultDatabase,
  parts: readonly ((sql: VaultSql) => Promise<T>)[],
): Promise<readonly T[]> {
  await takeVaultLock(transaction);
  const known = await knownVault(transaction);
  let held = known === undefined ? await newestRevision(database.sql) : await refuseOther(database, known);
  const results: T[] = [];
  for (const part of parts) {
    const written = await writePart(database, held, part);
    held = written.revision;
    results.push(written.result);
  }
  await transaction.query('update key_vault set revision = $1, revision_token = $2', [
    held.number,
    held.token,
  ]);
  return results;
}

async function writePart<T>(
  database: VaultDatabase,
  held: Revision,
  part: (sql: VaultSql) => Promise<T>,
): Promise<{ readonly result: T; readonly revision: Revision }> {
  const revision = { number: held.number + 1, token: randomUUID() };
  const result = await database.transaction(async (sql) => {
    if ((await newestRevision(sql)).token !== held.token) throw new StaleVaultWriter();
    const answer = await part(sql);
    await sql('insert into vault_revisions (number, token) values ($1, $2)', [
      revision.number,
      revision.token,
    ]);
    return answer;
  });
  return { result, revision };
}
