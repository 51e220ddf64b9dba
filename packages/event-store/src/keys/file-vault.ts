import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BrokenKeyVault } from '../errors.ts';
import { createFileErasureLedger } from './erasure-ledger.ts';
import type { Erasure } from '../types.ts';
import type { FileKind } from '../file-sealing.ts';
import type { KeyVault, SearchEpoch } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import { TreeWrapper } from './tree-vault.ts';
import type { VaultContent } from './vault-content.ts';
import {
  destroyedFiles,
  epochsOf,
  fileTreeOf,
  newVault,
  reservedFiles,
  textsOf,
  treeOf,
} from './vault-content.ts';
import type { VaultFiles } from './vault-files.ts';

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
  const fileWrapper = new TreeWrapper(fileTreeOf(first), masterKey);
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
    fileWrapper.tree = fileTreeOf(content);
    search = epochsOf(content);
    mark = now;
  }

  const fresh = async <T>(ask: () => T): Promise<T> => {
    await refresh();
    return ask();
  };

  /** Another node may have replaced it since it was read here. */
  async function rewrite(change: (content: VaultContent) => VaultContent): Promise<VaultContent> {
    const content = change(await readVault(files.vault));
    await replaceFile(files.vault, content);
    mark = await markOf(files.vault);
    return content;
  }

  async function destroy(erasures: readonly Erasure[]): Promise<void> {
    await addNew(ledger, erasures);
    const subjects = erasures.map(({ subject }) => subject);
    const left = await rewrite((content) => ({
      ...content,
      nodes: textsOf(treeOf(content).without(subjects)),
    }));
    wrapper.tree = treeOf(left);
  }

  async function putSearchEpochs(epochs: readonly SearchEpoch[]): Promise<void> {
    const texts = epochs.map((each) => ({ ...each, secret: each.secret.toString('base64') }));
    await rewrite((content) => ({ ...content, search: texts }));
    search = epochs;
  }

  async function reserve(kind: FileKind, count: number, newest: number | null): Promise<number> {
    let begins = 0;
    const left = await rewrite((content) => {
      const reserved = reservedFiles(content, kind, count, newest);
      begins = reserved.begins;
      return reserved.content;
    });
    fileWrapper.tree = fileTreeOf(left);
    return begins;
  }

  async function destroyFiles(numbers: readonly number[]): Promise<void> {
    fileWrapper.tree = fileTreeOf(await rewrite((content) => destroyedFiles(content, numbers)));
  }

  return {
    id: first.id,
    wrap: (keys) => fresh(() => wrapper.wrap(keys)),
    unwrap: (keys) => fresh(() => wrapper.unwrap(keys)),
    destroy,
    files: {
      wrap: (keys) => fresh(() => fileWrapper.wrap(keys)),
      unwrap: (keys) => fresh(() => fileWrapper.unwrap(keys)),
      reserve,
      destroy: destroyFiles,
    },
    searchEpochs: () => fresh(() => search),
    currentSearchEpochs: async () => epochsOf(await readVault(files.vault)),
    putSearchEpochs,
    erasures: ledger.list,
  };
}

/** Makes the file where there is none yet; of several nodes that start at once one makes it. */
export async function makeFileVault(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const made = await writeBeside(file, newVault());
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

/** The number of the vault in a file. @throws BrokenKeyVault */
export const vaultIdIn = async (file: string): Promise<string> => (await readVault(file)).id;

/** What stands in the file. @throws BrokenKeyVault */
async function readVault(file: string): Promise<VaultContent> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'EISDIR')) throw new BrokenKeyVault(file);
    throw error;
  });
  try {
    const content: VaultContent = JSON.parse(text);
    if (content.version === 1 && typeof content.id === 'string') return content;
  } catch {
    // Said below, without the text.
  }
  throw new BrokenKeyVault(file);
}

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
