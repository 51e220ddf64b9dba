import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { WrongKeyVault } from './errors.ts';
import type { FileKind, RunsSql } from './file-sealing.ts';
import { inTransaction } from '@atelier/postgres/transaction.ts';
import type { Erasure } from './ledger.ts';
import { filePlace, personPlaces } from './key-tree.ts';
import { givenNumbers, numbersOf, puncture } from './stored-vault.ts';
import { closingAfter, type VaultDatabase } from './vault-database.ts';
import { openVaultDatabase, patientSql } from './open-vault.ts';
import { settingOf, type VaultPlace } from './vault-place.ts';
import { knownVault, newestRevision, takeVaultLock, vaultIdOf } from './vault-revision.ts';
import * as rows from './vault-rows.ts';

const PAGE = 100;
const erasedSql = `select subject, reason, erased_at from erasures where subject > $1 order by subject limit ${PAGE}`;
const keptSql = 'select file from sealed_blobs where file >= $1 and file < $2';

/** What was destroyed again in a vault that was adopted. */
export interface Adopted {
  readonly persons: number;
  readonly files: number;
}

/**
 * Takes an older vault, or a copy, for the one of this database: destroys in it the persons whom the database knows as erased, and every file that
 * the database does not hold; the index of search gets a new key. Only while no node runs: a file that is being written would be lost.
 *
 * @throws WrongKeyVault when it was never the vault of this database
 */
export async function adoptVault(db: Pool, place: VaultPlace): Promise<Adopted> {
  return closingAfter(await openVaultDatabase(place, { isReadOnly: false }), (database) =>
    inTransaction(db, (transaction) => adopt(transaction, database, place)),
  );
}

async function adopt(transaction: RunsSql, database: VaultDatabase, place: VaultPlace): Promise<Adopted> {
  await transaction.query(patientSql);
  await takeVaultLock(transaction);
  const known = await knownVault(transaction);
  const id = await vaultIdOf(database.sql);
  if (id === undefined || known?.id !== id) throw new WrongKeyVault(database.name, settingOf(place));
  const persons = await destroyPersons(transaction, database, id);
  const files =
    (await destroyFiles(transaction, database, 'lasting')) +
    (await destroyFiles(transaction, database, 'passing'));
  const number = Math.max(known.number, (await newestRevision(database.sql)).number) + 1;
  const token = randomUUID();
  await database.transaction(async (sql) => {
    const epochs = await rows.readEpochs(sql);
    const epoch = (epochs.at(-1)?.epoch ?? 0) + number;
    const fresh = { epoch, secret: randomBytes(32), erasures: await rows.ledgerLength(sql), isWhole: false };
    if (epochs.length > 0) await rows.replaceEpochs(sql, [...epochs, fresh]);
    await sql('insert into vault_revisions (number, token) values ($1, $2)', [number, token]);
  });
  await database.scrub();
  await transaction.query('update key_vault set revision = $1, revision_token = $2, ledger = 0', [
    number,
    token,
  ]);
  return { persons, files };
}

async function destroyPersons(transaction: RunsSql, database: VaultDatabase, id: string): Promise<number> {
  const before = await rows.ledgerLength(database.sql);
  for (let after: string | undefined = ''; after !== undefined;) {
    const erasures = await listErased(transaction, after);
    await database.transaction(async (sql) => {
      const subjects = erasures.map(({ subject }) => subject);
      await rows.addErasures(sql, erasures);
      await puncture(sql, rows.PERSONS, personPlaces(id), subjects);
    });
    after = erasures.at(-1)?.subject;
  }
  return (await rows.ledgerLength(database.sql)) - before;
}

async function listErased(transaction: RunsSql, after: string): Promise<readonly Erasure[]> {
  const { rows: found } = await transaction.query<{ subject: string; reason: string; erased_at: Date }>(
    erasedSql,
    [after],
  );
  return found.map(({ subject, reason, erased_at: at }) => ({ subject, reason, erasedAt: at.toISOString() }));
}

async function destroyFiles(transaction: RunsSql, database: VaultDatabase, kind: FileKind): Promise<number> {
  const { first, end } = numbersOf(kind);
  const { rows: found } = await transaction.query<{ file: number }>(keptSql, [first, end]);
  const kept = new Set(found.map(({ file }) => file));
  const given = await givenNumbers(transaction, kind);
  const next = await database.transaction((sql) => rows.takeNumbers(sql, kind, 0, given));
  let destroyed = 0;
  for (let from = first; from < next; from += PAGE) {
    const gone = Array.from({ length: Math.min(PAGE, next - from) }, (_, at) => from + at).filter(
      (file) => !kept.has(file),
    );
    await database.transaction((sql) => puncture(sql, rows.FILES, filePlace, gone.map(String)));
    destroyed += gone.length;
  }
  return destroyed;
}
