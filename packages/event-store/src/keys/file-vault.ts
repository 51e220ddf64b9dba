import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFileErasureLedger } from './erasure-ledger.ts';
import type { Erasure } from '../types.ts';
import { KeyTree } from './key-tree.ts';
import type { KeyVault, SearchEpoch } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import { TreeWrapper } from './tree-vault.ts';
import type { VaultFiles } from './vault-files.ts';

interface VaultContent {
  readonly version: 1;
  readonly id: string;
  /** Secrets in base64 by their place in the tree. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Keys of the index of search. Vaults of the first release with one have none. */
  readonly search?: readonly (Omit<SearchEpoch, 'secret'> & { readonly secret: string })[];
}

// As long as a person's key is remembered: what another node destroyed is destroyed here within a second.
const checkEveryMs = 1_000;

/**
 * A vault in a file that several nodes share. It is only ever replaced as a whole (a new file, forced to disk, under the old
 * name), and read again by each node within a second of being replaced. While it cannot be read, a node goes on with what it
 * knows: whoever is erased has no key in the database either.
 */
export async function openFileVault(files: VaultFiles, masterKey: MasterKey): Promise<KeyVault> {
  const first = await readVault(files.vault);
  const ledger = createFileErasureLedger(files.ledger);
  const wrapper = new TreeWrapper(treeOf(first), masterKey);
  let search = epochsOf(first);
  let mark = await markOf(files.vault);
  let checkedAt = performance.now();

  async function refresh(): Promise<void> {
    if (performance.now() - checkedAt < checkEveryMs) return;
    checkedAt = performance.now();
    const now = await markOf(files.vault).catch(() => mark);
    if (now === mark) return;
    const content = await readVault(files.vault);
    wrapper.tree = treeOf(content);
    search = epochsOf(content);
    mark = now;
  }

  async function destroy(erasures: readonly Erasure[]): Promise<void> {
    await addNew(ledger, erasures);
    // Another node may have replaced it since.
    const content = await readVault(files.vault);
    const tree = treeOf(content).without(erasures.map(({ subject }) => subject));
    await replaceFile(files.vault, { ...content, nodes: textsOf(tree) });
    wrapper.tree = tree;
    mark = await markOf(files.vault);
  }

  async function putSearchEpochs(epochs: readonly SearchEpoch[]): Promise<void> {
    const texts = epochs.map((each) => ({ ...each, secret: each.secret.toString('base64') }));
    await replaceFile(files.vault, { ...(await readVault(files.vault)), search: texts });
    search = epochs;
    mark = await markOf(files.vault);
  }

  return {
    id: first.id,
    wrap: async (keys) => {
      await refresh();
      return wrapper.wrap(keys);
    },
    unwrap: async (keys) => {
      await refresh();
      return wrapper.unwrap(keys);
    },
    destroy,
    searchEpochs: async () => {
      await refresh();
      return search;
    },
    currentSearchEpochs: async () => epochsOf(await readVault(files.vault)),
    putSearchEpochs,
    erasures: ledger.list,
  };
}

/** Makes the file where there is none yet; of several nodes that start at once one makes it. */
export async function makeFileVault(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const content: VaultContent = {
    version: 1,
    id: randomUUID(),
    nodes: { '': randomBytes(32).toString('base64') },
  };
  const made = await writeBeside(file, content);
  try {
    await link(made, file);
    await syncFolder(file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(made, { force: true });
  }
}

export async function isFile(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() === true;
}

async function addNew(
  ledger: ReturnType<typeof createFileErasureLedger>,
  erasures: readonly Erasure[],
): Promise<void> {
  const known = new Set((await ledger.list()).map(({ subject }) => subject));
  await ledger.add(erasures.filter(({ subject }) => !known.has(subject)));
}

/** What stands in the file. Throws a sentence that names the file, never what it holds. */
async function readVault(file: string): Promise<VaultContent> {
  const text = await readFile(file, 'utf8');
  try {
    const content: VaultContent = JSON.parse(text);
    if (content.version === 1 && typeof content.id === 'string') return content;
  } catch {
    // Said below, without the text.
  }
  throw new Error(`${file} is not a key vault: put the vault of this database back.`);
}

const epochsOf = ({ search = [] }: VaultContent): readonly SearchEpoch[] =>
  search.map((each) => ({ ...each, secret: Buffer.from(each.secret, 'base64') }));

const treeOf = ({ id, nodes }: VaultContent): KeyTree =>
  new KeyTree(
    id,
    new Map(Object.entries(nodes).map(([place, text]) => [place, Buffer.from(text, 'base64')])),
  );

const textsOf = (tree: KeyTree): VaultContent['nodes'] =>
  Object.fromEntries([...tree.nodes].map(([place, secret]) => [place, secret.toString('base64')]));

/** Changes whenever the file is replaced. */
async function markOf(file: string): Promise<string> {
  const { ino, mtimeNs, size } = await stat(file, { bigint: true });
  return `${ino} ${mtimeNs} ${size}`;
}

/** Whoever was cut short between writing and renaming left a file behind, with secrets in it. */
async function removeLeftovers(file: string): Promise<void> {
  const left = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.new'),
  );
  for (const name of left) await rm(join(dirname(file), name), { force: true });
}

async function replaceFile(file: string, content: VaultContent): Promise<void> {
  await removeLeftovers(file);
  await rename(await writeBeside(file, content), file);
  await syncFolder(file);
}

/** Forced to disk under another name in the same folder; answers that name. */
async function writeBeside(file: string, content: VaultContent): Promise<string> {
  const beside = `${file}.${randomUUID()}.new`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(content)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return beside;
}

async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
