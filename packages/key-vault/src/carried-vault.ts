import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BrokenKeyVault } from './errors.ts';
import type { FileKind } from './file-sealing.ts';
import type { Erasure } from './ledger.ts';
import { personPlaces } from './key-tree.ts';
import { openSqliteVault } from './sqlite-vault.ts';
import { puncture } from './stored-vault.ts';
import { closingAfter, type VaultDatabase, type VaultSql, type VaultValue } from './vault-database.ts';
import type { FormerVault, VaultPlace } from './vault-place.ts';
import { vaultIdOf } from './vault-revision.ts';
import { addErasures, FILES, insertRows, ledgerLength, PERSONS } from './vault-rows.ts';
import { VAULT_COLUMNS } from './vault-tables.ts';

/** Secrets in base64 by their place in a tree. */
type NodeTexts = Readonly<Record<string, string>>;

/** What stands in the JSON file of a former release. */
interface FormerContent {
  readonly version: 1;
  readonly id: string;
  /** Of persons. */
  readonly nodes: NodeTexts;
  /** Keys of the index of search. Who was erased after `since` may stand in words of a key. */
  readonly search?: readonly {
    readonly epoch: number;
    readonly secret: string;
    readonly since: string;
    readonly isWhole: boolean;
  }[];
  /** Of files, with the next number of each kind. Vaults of releases that kept files in clear have none. */
  readonly files?: { readonly nodes: NodeTexts; readonly next: Readonly<Record<FileKind, number>> };
}

/** What was carried over from the files of a former release. */
export interface CarriedOver {
  readonly from: string;
  readonly erasures: number;
  /** Lines of the ledger that hold no erasure: cut short by a crash, they are kept in a file beside it. */
  readonly unreadable: number;
}

const isFormerThere = ({ vault }: FormerVault): boolean => existsSync(vault);

/** The SQLite file made of the former one: under another name until it is whole. Undefined where there is none. */
export async function carryIntoFile(former: FormerVault, file: string): Promise<CarriedOver | undefined> {
  if (existsSync(file) || !isFormerThere(former)) return undefined;
  const unfinished = `${file}.new`;
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${unfinished}${suffix}`, { force: true });
  const database = await openSqliteVault(unfinished, { makes: true });
  const carried = await closingAfter(database, () => database.transaction((sql) => carryOver(former, sql)));
  await syncAt(unfinished);
  await rename(unfinished, file);
  await syncAt(dirname(file));
  return carried;
}

/** Fills the empty tables of a PostgreSQL: from the SQLite file of the one machine that there was, or from a former one. */
export async function carryIntoServer(
  { file, former }: VaultPlace,
  database: VaultDatabase,
): Promise<CarriedOver | undefined> {
  if (!existsSync(file))
    return isFormerThere(former) ? database.transaction((sql) => carryOver(former, sql)) : undefined;
  return closingAfter(await openSqliteVault(file, { isReadOnly: true }), async (before) => {
    await database.transaction((sql) => copyRows(before, sql));
    return { from: file, erasures: await ledgerLength(before.sql), unreadable: 0 };
  });
}

const COPIED_AT_ONCE = 500;

/** All rows of a vault into the empty tables of another. */
export async function copyRows(from: VaultDatabase, into: VaultSql): Promise<void> {
  for (const [table, columns] of Object.entries(VAULT_COLUMNS)) {
    const [key] = columns;
    const select = `select ${columns.join(', ')} from ${table}`;
    let rows = await from.sql<Record<string, VaultValue>>(
      `${select} order by ${key} limit ${COPIED_AT_ONCE}`,
    );
    while (rows.length > 0) {
      await insertRows(into, `${table} (${columns.join(', ')})`, rows.map(Object.values));
      const last = rows.at(-1)?.[key] ?? '';
      const next = `${select} where ${key} > $1 order by ${key} limit ${COPIED_AT_ONCE}`;
      rows = await from.sql(next, [last]);
    }
  }
}

/** Fills empty tables with what the former files hold. */
async function carryOver(former: FormerVault, sql: VaultSql): Promise<CarriedOver> {
  const content = await readFormer(former.vault);
  const { erasures, unreadable } = parseLedger(await textOf(former.ledger));
  await writeContent(sql, content, erasures);
  return { from: former.vault, erasures: erasures.length, unreadable: unreadable.length };
}

async function writeContent(
  sql: VaultSql,
  { id, nodes, search = [], files }: FormerContent,
  erasures: readonly Erasure[],
): Promise<void> {
  await beginVault(sql, id, { persons: rowsOf(nodes), files: files && rowsOf(files.nodes) });
  await addErasures(sql, erasures);
  await puncture(
    sql,
    PERSONS,
    personPlaces(id),
    erasures.map(({ subject }) => subject),
  );
  await insertRows(sql, 'vault_numbers (kind, next)', Object.entries(files?.next ?? {}));
  const epochs = search.map(({ epoch, secret, since, isWhole }): VaultValue[] => [
    epoch,
    Buffer.from(secret, 'base64'),
    erasures.filter(({ erasedAt }) => erasedAt < since).length,
    Number(isWhole),
  ]);
  await insertRows(sql, 'vault_epochs (epoch, secret, erasures, is_whole)', epochs);
}

type NodeRows = readonly (readonly [place: string, secret: Uint8Array])[];

/** The first rows of a vault: its number, and the roots of its trees. */
export async function beginVault(
  sql: VaultSql,
  id: string,
  nodes: { readonly persons: NodeRows; readonly files: NodeRows | undefined },
): Promise<void> {
  await insertRows(sql, 'vault_revisions (number, token)', [[0, id]]);
  await insertRows(sql, `${PERSONS} (place, secret)`, nodes.persons);
  await insertRows(sql, `${FILES} (place, secret)`, nodes.files ?? freshRoot());
}

/** The whole tree. */
export const freshRoot = (): NodeRows => [['', randomBytes(32)]];

const rowsOf = (texts: NodeTexts): NodeRows =>
  Object.entries(texts).map(([place, text]) => [place, Buffer.from(text, 'base64')]);

/**
 * Overwrites and removes what was carried over, once the vault that took its place is whole; one of another number stays. A line of the
 * ledger that could not be read stays, in a file beside it.
 */
export async function removeFormer({ url, file, former }: VaultPlace, id: string): Promise<void> {
  if (url !== undefined && existsSync(file) && (await idOfFile(file)) === id)
    for (const suffix of ['', '-wal', '-shm']) await overwriteAndRemove(`${file}${suffix}`);
  if (isFormerThere(former)) {
    const other = await readFormer(former.vault).catch(() => undefined);
    if (other !== undefined && other.id !== id) return;
    await overwriteAndRemove(former.vault);
  }
  if (!existsSync(former.ledger)) return;
  const { unreadable } = parseLedger(await textOf(former.ledger));
  if (unreadable.length > 0) await rename(former.ledger, `${former.ledger}.unread`);
  else await rm(former.ledger);
}

/** @throws BrokenKeyVault */
export const formerIdOf = async (former: FormerVault): Promise<string | undefined> =>
  isFormerThere(former) ? (await readFormer(former.vault)).id : undefined;

/** What stands in the file. @throws BrokenKeyVault */
async function readFormer(file: string): Promise<FormerContent> {
  try {
    const content: FormerContent = JSON.parse(await readFile(file, 'utf8'));
    if (content.version === 1 && typeof content.id === 'string') return content;
  } catch {
    // Said below, without the text.
  }
  throw new BrokenKeyVault(file);
}

/** Erasures by lines of JSON. A line that a crash cut short may have the next one behind it: what is whole of it counts. */
export function parseLedger(text: string): {
  readonly erasures: readonly Erasure[];
  readonly unreadable: readonly string[];
} {
  const erasures: Erasure[] = [];
  const unreadable: string[] = [];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const starts = [...line.matchAll(/\{"subject":/g)].map(({ index }) => index);
    const start = starts.find((at) => erasureIn(line.slice(at)) !== undefined);
    const whole = start === undefined ? undefined : erasureIn(line.slice(start));
    if (whole !== undefined) erasures.push(whole);
    if (start !== 0) unreadable.push(line);
  }
  return { erasures, unreadable };
}

function erasureIn(text: string): Erasure | undefined {
  try {
    const { subject, reason, erasedAt }: Erasure = JSON.parse(text);
    return { subject, reason, erasedAt };
  } catch {
    return undefined;
  }
}

const textOf = async (file: string): Promise<string> => (existsSync(file) ? readFile(file, 'utf8') : '');

async function idOfFile(file: string): Promise<string | undefined> {
  return closingAfter(await openSqliteVault(file, { isReadOnly: true }), ({ sql }) => vaultIdOf(sql));
}

async function overwriteAndRemove(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const zeros = Buffer.alloc(1 << 20);
    for (let at = 0; at < size; at += zeros.length)
      await handle.write(zeros, 0, Math.min(zeros.length, size - at), at);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rm(file);
}

async function syncAt(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface Log {
  readonly warn: (fields: object, message: string) => void;
}

/** Whether a line of the ledger was left out is for a person to look at. */
export function logCarriedOver(log: Log, { from, erasures, unreadable }: CarriedOver): void {
  log.warn({ from, erasures, unreadable }, 'key vault carried over, its former files removed');
}
