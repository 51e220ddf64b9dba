import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describeError } from '@atelier/host/fault.ts';
import { adviceFor, codesOf, isRoomMissing } from '@atelier/application/platform/failure-sentence.ts';
import type { Bytes } from './sealing.ts';
import type { BackupStorage, StoredFile } from './storage.ts';
import { BackupFault } from './trouble.ts';

const UNFINISHED = '.unfinished';

/** Backups in a folder, which may be a mounted disk of another machine. A file is flushed before it has its name. */
export function openFolderStorage(folder: string): BackupStorage {
  const explained = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(folder, error);
    });
  return {
    place: folder,
    put: (name, bytes) => explained(writeWhole(join(folder, name), bytes)),
    get: (name) => read(folder, join(folder, name)),
    list: (prefix) => explained(listFiles(folder, prefix)),
    remove: (name) => explained(rm(join(folder, name), { force: true })),
    removeUnfinished: (before) => explained(removeUnfinished(folder, before)),
  };
}

async function* read(folder: string, path: string): Bytes {
  try {
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
  } catch (error) {
    throw explain(folder, error);
  }
}

/** What the system refuses of the folder, as one sentence. What the bytes themselves fail of is no failure of the folder. */
function explain(folder: string, error: unknown): unknown {
  const isGone = error instanceof Error && codesOf(error).code === 'ENOENT';
  const advice = isGone ? 'the file is not there, use another backup' : adviceFor(error);
  if (advice === undefined) return error;
  return new BackupFault(
    isRoomMissing(error) ? 'room' : 'storage',
    `The backups in ${folder} failed (${describeError(error)}): ${advice}.`,
  );
}

async function writeWhole(path: string, bytes: Bytes): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}${UNFINISHED}`;
  try {
    const size = await writeFlushed(beside, bytes);
    await rename(beside, path);
    await flushFolder(dirname(path));
    return size;
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function removeUnfinished(folder: string, before: Date): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyWhenMissing);
  let removed = 0;
  for (const { name, parentPath } of entries) {
    const path = join(parentPath, name);
    if (!name.endsWith(UNFINISHED) || (await stat(path)).mtime >= before) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

async function writeFlushed(path: string, bytes: Bytes): Promise<number> {
  const file = await open(path, 'w', 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return size;
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function listFiles(folder: string, prefix: string): Promise<readonly StoredFile[]> {
  // Only the part of the prefix that names folders whole is walked.
  const within = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const paths = await readdir(join(folder, within), { recursive: true, withFileTypes: true }).catch(
    emptyWhenMissing,
  );
  const names = paths
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name.startsWith(prefix))
    .toSorted();
  return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
}

function emptyWhenMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
