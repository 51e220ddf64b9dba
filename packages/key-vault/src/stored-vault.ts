import { OlderKeyVault } from './errors.ts';
import type { FileKind, RunsSql } from './file-sealing.ts';
import type { Erasure } from './ledger.ts';
import { filePlace, KeyTree, personPlaces, type PlaceOf } from './key-tree.ts';
import type { KeyVault, SearchEpoch } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import { TreeSecrets } from './tree-secrets.ts';
import type { VaultDatabase, VaultSql } from './vault-database.ts';
import { changeVault, newestRevision, takeVaultLock } from './vault-revision.ts';
import * as rows from './vault-rows.ts';

/** While nothing says more, what another node destroyed is destroyed here within half a second. */
const CHECK_EVERY_MS = 500;
/** Destroyed in one transaction of the vault, which takes some milliseconds of one turn of the event loop. */
const PERSONS_AT_ONCE = 10;
const FILES_AT_ONCE = 100;

/** The first number of each kind: halves of the tree. */
const FIRST: Readonly<Record<FileKind, number>> = { lasting: 0, passing: 2 ** 31 };

/** Numbers of a kind: the first one, and the one after the last. */
export const numbersOf = (kind: FileKind): { readonly first: number; readonly end: number } => ({
  first: FIRST[kind],
  end: FIRST[kind] + 2 ** 31,
});

/** The vault whose rows a database holds. A node keeps secrets that it derived, and asks for the rows of a subject alone. */
export function createStoredVault(database: VaultDatabase, id: string, masterKey: MasterKey): KeyVault {
  const { sql } = database;
  const trees = { persons: personPlaces(id), files: filePlace };
  const persons = new TreeSecrets({ sql, tree: rows.PERSONS, placeOf: trees.persons, masterKey });
  const files = new TreeSecrets({ sql, tree: rows.FILES, placeOf: trees.files, masterKey });
  let epochs: { list?: readonly SearchEpoch[] } = {};
  let revision = -1;
  let checkedAt = Number.NEGATIVE_INFINITY;

  /** Answers the newest revision: what is read afterwards is of this one or a later one. Of two at once the older may end last. */
  async function refresh(): Promise<number> {
    checkedAt = performance.now();
    const { number } = await newestRevision(sql);
    if (number > revision) {
      revision = number;
      forget();
    }
    return number;
  }

  function forget(): void {
    persons.forget();
    files.forget();
    epochs = {};
  }

  /** While the vault is away, a node goes on with what it knows: a person who was erased has no key in the database either. */
  const fresh = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (performance.now() - checkedAt >= CHECK_EVERY_MS) await refresh().catch(() => revision);
    return ask();
  };

  async function follow(known: number): Promise<void> {
    if (known > revision && known > (await refresh())) throw new OlderKeyVault(database.name);
  }

  async function change<T>(
    transaction: RunsSql,
    parts: readonly ((sql: VaultSql) => Promise<T>)[],
  ): Promise<readonly T[]> {
    try {
      return await changeVault(transaction, database, parts);
    } finally {
      checkedAt = Number.NEGATIVE_INFINITY;
      forget();
    }
  }

  async function destroy(transaction: RunsSql, erasures: readonly Erasure[]): Promise<void> {
    const part = (some: readonly Erasure[]) => async (writes: VaultSql) => {
      await rows.addErasures(writes, some);
      await puncture(
        writes,
        rows.PERSONS,
        trees.persons,
        some.map(({ subject }) => subject),
      );
    };
    await change(transaction, inParts(erasures, PERSONS_AT_ONCE).map(part));
    await database.scrub();
  }

  async function destroyFiles(transaction: RunsSql, numbers: readonly number[]): Promise<void> {
    const part = (some: readonly number[]) => (writes: VaultSql) =>
      puncture(writes, rows.FILES, trees.files, some.map(String));
    await change(transaction, inParts(numbers, FILES_AT_ONCE).map(part));
    await database.scrub();
  }

  async function reserve(transaction: RunsSql, kind: FileKind, count: number): Promise<number> {
    await takeVaultLock(transaction);
    const given = await givenNumbers(transaction, kind);
    const [begins = given] = await change(transaction, [(sql) => rows.takeNumbers(sql, kind, count, given)]);
    await transaction.query(`update key_vault set ${kind}_files = $1`, [begins + count]);
    return begins;
  }

  async function searchEpochs(): Promise<readonly SearchEpoch[]> {
    const remembered = epochs;
    remembered.list ??= await rows.readEpochs(sql);
    return remembered.list;
  }

  const changeSearchEpochs: KeyVault['changeSearchEpochs'] = async (transaction, decide) => {
    const [left] = await change(transaction, [
      async (writes) => {
        const after = decide(await rows.readEpochs(writes), await rows.ledgerLength(writes));
        await rows.replaceEpochs(writes, after);
        return after;
      },
    ]);
    await database.scrub();
    return left ?? [];
  };

  return {
    id,
    wrap: (keys) => fresh(() => persons.wrap(keys)),
    unwrap: (keys) => fresh(() => persons.unwrap(keys)),
    follow,
    destroy,
    files: {
      wrap: (keys) => fresh(() => files.wrap(keys)),
      unwrap: (keys) => fresh(() => files.unwrap(keys)),
      reserve,
      destroy: destroyFiles,
    },
    searchEpochs: () => fresh(searchEpochs),
    changeSearchEpochs,
    erasures: (after, limit) => rows.listErasures(sql, after, limit),
    close: database.close,
  };
}

/** Replaces the subtrees above these leaves by all others below them: its cost is the depth of the tree. */
export async function puncture(
  sql: VaultSql,
  tree: rows.Tree,
  placeOf: PlaceOf,
  subjects: readonly string[],
): Promise<void> {
  const before = await rows.nodesAbove(sql, tree, subjects.map(placeOf));
  const { nodes } = new KeyTree(placeOf, before).without(subjects);
  await rows.replaceNodes(sql, tree, before, nodes);
}

/** As far as the database knows: an older vault was put back, or an older database. */
export async function givenNumbers(transaction: RunsSql, kind: FileKind): Promise<number> {
  const { rows: found } = await transaction.query<{ given: number }>(
    `select ${kind}_files as given from key_vault`,
  );
  return found[0]?.given ?? FIRST[kind];
}

/** One part at least, so that the revisions are compared. */
function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let from = 0; from < Math.max(all.length, 1); from += size) parts.push(all.slice(from, from + size));
  return parts;
}
