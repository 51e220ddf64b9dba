import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Extract } from 'tar-stream';
import { Fault } from '@atelier/host/fault.ts';
import { giveTo, type RunAs } from '@atelier/host/run-as.ts';
import { baseName, getSealed, type Archive } from './archive.ts';
import type { Bytes } from './sealing.ts';
import type { BackedUpFile, Manifest } from './manifest.ts';

/**
 * Writes a backup's files into an empty folder that the server's user gets, and compares each with the manifest.
 *
 * @throws Fault when a file is missing, is another one or was changed; BrokenSeal when the backup does not open
 */
export async function fetchBase(
  archive: Archive,
  manifest: Manifest,
  dataDir: string,
  user: RunAs | undefined,
): Promise<void> {
  const expected = new Map(manifest.files.map((file) => [file.path, file]));
  makeFolders(dataDir, manifest.folders, user);
  const tar = extract();
  feed(tar, getSealed(archive, baseName(archive, manifest.name))).catch((error: unknown) =>
    tar.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  for await (const entry of tar) await takeEntry(entry, dataDir, expected, user);
  const [missing] = expected.keys();
  if (missing !== undefined) throw new Fault(`The backup ${manifest.name} lacks the file ${missing}.`);
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

async function feed(tar: Extract, bytes: Bytes): Promise<void> {
  const closed = new Promise((resolve) => tar.once('close', () => resolve(undefined)));
  for await (const chunk of bytes) {
    if (tar.write(chunk)) continue;
    const drained = new Promise((resolve) => tar.once('drain', () => resolve(undefined)));
    await Promise.race([drained, closed]);
    if (tar.destroyed) return;
  }
  tar.end(undefined);
}

function makeFolders(dataDir: string, folders: readonly string[], user: RunAs | undefined): void {
  for (const folder of ['', ...folders.toSorted()]) {
    const path = join(dataDir, insideOnly(folder));
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveTo(path, user);
  }
}

async function takeEntry(
  entry: Entry,
  dataDir: string,
  expected: Map<string, BackedUpFile>,
  user: RunAs | undefined,
): Promise<void> {
  const { name, type } = entry.header;
  if (type === 'directory') return drain(entry);
  const path = join(dataDir, insideOnly(name));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* (): Bytes {
    for await (const chunk of entry) {
      if (!(chunk instanceof Uint8Array)) continue;
      hash.update(chunk);
      size += chunk.byteLength;
      yield chunk;
    }
  };
  await pipeline(measured, createWriteStream(path, { mode: 0o600 }));
  giveTo(path, user);
  const wanted = expected.get(name);
  if (wanted === undefined || wanted.size !== size || wanted.sha256 !== hash.digest('hex'))
    throw new Fault(`The file ${name} of the backup is not the one that its manifest names.`);
  expected.delete(name);
}

async function drain(entry: Entry): Promise<void> {
  for await (const chunk of entry) void chunk;
}

/** @throws Fault for a name that leads out of the folder */
function insideOnly(name: string): string {
  const path = normalize(name);
  if (path.startsWith('..') || path.startsWith('/'))
    throw new Fault(`The backup holds a file outside itself: ${name}.`);
  return path;
}
