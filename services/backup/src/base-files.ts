import { createHash, type Hash } from 'node:crypto';
import type { Client } from 'pg';
import { pack, type Pack } from 'tar-stream';
import { Fault } from '@atelier/host/fault.ts';
import type { BackedUpFile } from './manifest.ts';
import type { Bytes } from './sealing.ts';
import { listFolder, readSettled, readWhole, type ServerFile } from './server.ts';

/** Their files belong to the running server; the folders themselves must be there. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const CONTROL = 'global/pg_control';
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|current_logfiles|pg_internal\.init.*|pgsql_tmp.*|.*\.signal)$/;

/** What a copy of a server's data folder held, known once it was read to its end. */
export interface CopiedFiles {
  readonly files: BackedUpFile[];
  readonly folders: string[];
}

/**
 * The data folder as a tar file, between `begin` and what `end` answers: files that the copy needs beside (its label). The
 * control file comes last, as the server's own tool has it.
 */
export function tarOfServer(
  client: Client,
  copied: CopiedFiles,
  end: () => Promise<readonly { readonly path: string; readonly text: string }[]>,
): Bytes {
  const tar = pack();
  const writing = async (): Promise<void> => {
    await refuseOtherDisks(client);
    await packFolder(client, tar, copied, '');
    await packBytes(tar, copied, CONTROL, await readSettled(client, CONTROL));
    for (const { path, text } of await end()) await packBytes(tar, copied, path, Buffer.from(text));
    tar.finalize();
  };
  writing().catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))));
  return bytesOf(tar);
}

async function* bytesOf(tar: Pack): Bytes {
  for await (const chunk of tar) if (chunk instanceof Uint8Array) yield chunk;
}

async function refuseOtherDisks(client: Client): Promise<void> {
  const found = await listFolder(client, 'pg_tblspc');
  if (found.length > 0)
    throw new Fault(
      'The server keeps tables in folders outside its data folder: back it up with its own tools.',
    );
}

async function packFolder(client: Client, tar: Pack, copied: CopiedFiles, folder: string): Promise<void> {
  for (const file of await listFolder(client, folder)) {
    if (file.isFolder) await packSubfolder(client, tar, copied, file.path);
    else if (isWanted(folder, file)) await packFile(client, tar, copied, file);
  }
}

const isWanted = (folder: string, { path }: ServerFile): boolean =>
  !EMPTY_FOLDERS.has(folder) && !LEFT_OUT.test(path) && path !== CONTROL;

async function packSubfolder(client: Client, tar: Pack, copied: CopiedFiles, path: string): Promise<void> {
  if (LEFT_OUT.test(path)) return;
  const parent = path.slice(0, path.lastIndexOf('/'));
  if (EMPTY_FOLDERS.has(parent) && !EMPTY_FOLDERS.has(path)) return;
  tar.entry({ name: path, type: 'directory', mode: 0o700 });
  copied.folders.push(path);
  await packFolder(client, tar, copied, path);
}

async function packFile(client: Client, tar: Pack, copied: CopiedFiles, file: ServerFile): Promise<void> {
  const hash = createHash('sha256');
  await writeEntry(tar, file.path, file.size, hashed(readWhole(client, file.path, file.size), hash));
  copied.files.push({ path: file.path, size: file.size, sha256: hash.digest('hex') });
}

async function packBytes(tar: Pack, copied: CopiedFiles, path: string, bytes: Buffer): Promise<void> {
  tar.entry({ name: path, size: bytes.length, mode: 0o600 }, bytes);
  copied.files.push({ path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
}

async function* hashed(bytes: Bytes, hash: Hash): Bytes {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function writeEntry(tar: Pack, name: string, size: number, bytes: Bytes): Promise<void> {
  const written = Promise.withResolvers<undefined>();
  // It may fail while the next bytes are waited for: the next write, or the end, says so.
  written.promise.catch(() => undefined);
  const entry = tar.entry({ name, size, mode: 0o600 }, (error) =>
    error === null || error === undefined ? written.resolve(undefined) : written.reject(error),
  );
  entry.on('error', written.reject);
  // The reader may stop: then the copy ends instead of waiting.
  entry.on('close', () => (tar.destroyed ? written.reject(new Error('the copy was given up')) : undefined));
  for await (const chunk of bytes) {
    if (entry.write(chunk)) continue;
    const { promise: drained, resolve } = Promise.withResolvers<undefined>();
    entry.once('drain', () => resolve(undefined));
    await Promise.race([drained, written.promise]);
  }
  entry.end(undefined);
  await written.promise;
}
