import type { FileKind } from './file-sealing.ts';
import type { Erasure, LedgerEntry } from './ledger.ts';
import type { SearchEpoch } from './key-vault.ts';
import type { TreeNodes } from './key-tree.ts';
import type { VaultSql, VaultValue } from './vault-database.ts';

/** The trees of a vault, by their table. */
export const PERSONS = 'vault_person_nodes';
export const FILES = 'vault_file_nodes';
export type Tree = typeof PERSONS | typeof FILES;

const ROWS_AT_ONCE = 500;

/**
 * The subtrees that hold these places. No row of a tree lies below another, so that the last row up to a place in the order of the
 * index is the one above it, or none is.
 */
export async function nodesAbove(sql: VaultSql, tree: Tree, places: readonly string[]): Promise<TreeNodes> {
  const nodes = new Map<string, Buffer>();
  for (const part of inParts([...new Set(places)])) {
    const wanted = part.map((_, index) => `($${index + 1})`).join(', ');
    const rows = await sql<{ wanted: string; place: string; secret: Uint8Array }>(
      `select w.column1 as wanted, n.place, n.secret from (values ${wanted}) w join ${tree} n on n.place =
         (select m.place from ${tree} m where m.place <= w.column1 order by m.place desc limit 1)`,
      part,
    );
    for (const row of rows)
      if (row.wanted.startsWith(row.place)) nodes.set(row.place, Buffer.from(row.secret));
  }
  return nodes;
}

/** Writes what differs between two states of some subtrees. */
export async function replaceNodes(
  sql: VaultSql,
  tree: Tree,
  before: TreeNodes,
  after: TreeNodes,
): Promise<void> {
  const gone = [...before.keys()].filter((place) => !after.has(place));
  for (const part of inParts(gone))
    await sql(`delete from ${tree} where place in (${part.map((_, at) => `$${at + 1}`).join(', ')})`, part);
  await insertRows(
    sql,
    `${tree} (place, secret)`,
    [...after].filter(([place]) => !before.has(place)),
  );
}

/** Of erasures that the ledger holds already, the first stays. */
export async function addErasures(sql: VaultSql, erasures: readonly Erasure[]): Promise<void> {
  const known = new Set<string>();
  for (const part of inParts(erasures)) {
    const wanted = part.map((_, at) => `$${at + 1}`).join(', ');
    const subjects = part.map(({ subject }) => subject);
    const text = `select subject from vault_erasures where subject in (${wanted})`;
    for (const { subject } of await sql<{ subject: string }>(text, subjects)) known.add(subject);
  }
  const length = await ledgerLength(sql);
  const rows = [...new Map(erasures.map((each) => [each.subject, each])).values()]
    .filter(({ subject }) => !known.has(subject))
    .map(({ subject, reason, erasedAt }, at): VaultValue[] => [length + at + 1, subject, reason, erasedAt]);
  await insertRows(sql, 'vault_erasures (number, subject, reason, erased_at)', rows);
}

/** Numbers of the ledger have no gap. */
export async function ledgerLength(sql: VaultSql): Promise<number> {
  const [row] = await sql<{ length: number }>(
    'select coalesce(max(number), 0) as length from vault_erasures',
  );
  return row?.length ?? 0;
}

export async function listErasures(
  sql: VaultSql,
  after: number,
  limit: number,
): Promise<readonly LedgerEntry[]> {
  const rows = await sql<{ number: number; subject: string; reason: string; erased_at: string }>(
    'select number, subject, reason, erased_at from vault_erasures where number > $1 order by number limit $2',
    [after, limit],
  );
  return rows.map(({ erased_at: erasedAt, ...row }) => ({ ...row, erasedAt }));
}

export async function readEpochs(sql: VaultSql): Promise<readonly SearchEpoch[]> {
  const rows = await sql<{ epoch: number; secret: Uint8Array; erasures: number; is_whole: number }>(
    'select epoch, secret, erasures, is_whole from vault_epochs order by epoch',
  );
  return rows.map(({ epoch, secret, erasures, is_whole }) => ({
    epoch,
    secret: Buffer.from(secret),
    erasures,
    isWhole: is_whole === 1,
  }));
}

export async function replaceEpochs(sql: VaultSql, epochs: readonly SearchEpoch[]): Promise<void> {
  await sql('delete from vault_epochs');
  const rows = epochs.map(({ epoch, secret, erasures, isWhole }): VaultValue[] => [
    epoch,
    secret,
    erasures,
    Number(isWhole),
  ]);
  await insertRows(sql, 'vault_epochs (epoch, secret, erasures, is_whole)', rows);
}

/** The first of `count` numbers for files of a kind that neither the vault nor `given` counts among those that were given. */
export async function takeNumbers(
  sql: VaultSql,
  kind: FileKind,
  count: number,
  given: number,
): Promise<number> {
  const [row] = await sql<{ next: number }>('select next from vault_numbers where kind = $1', [kind]);
  const begins = Math.max(row?.next ?? 0, given);
  await sql('delete from vault_numbers where kind = $1', [kind]);
  await sql('insert into vault_numbers (kind, next) values ($1, $2)', [kind, begins + count]);
  return begins;
}

/** `into`: a table and its columns. */
export async function insertRows(
  sql: VaultSql,
  into: string,
  rows: readonly (readonly VaultValue[])[],
): Promise<void> {
  for (const part of inParts(rows)) {
    let at = 0;
    const places = part.map((row) => `(${row.map(() => `$${(at += 1)}`).join(', ')})`).join(', ');
    await sql(`insert into ${into} values ${places}`, part.flat());
  }
}

function* inParts<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) yield all.slice(from, from + ROWS_AT_ONCE);
}
