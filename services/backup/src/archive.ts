import { type BackupKey, seal, unseal, type Bytes } from './sealing.ts';
import type { BackupStorage } from './storage.ts';

/** One server's backups in a storage, sealed with one key. */
export interface Archive {
  readonly storage: BackupStorage;
  readonly key: BackupKey;
  /** PostgreSQL's own number of the server, which a restored server keeps. */
  readonly system: string;
}

/** A segment of the server's log, or a timeline's history, as it lies in the archive. */
export interface ArchivedWal {
  readonly name: string;
  /** What PostgreSQL calls it: 24 hexadecimal digits, or `00000002.history`. */
  readonly file: string;
  /** When it was complete and was written here, to the millisecond. */
  readonly at: Date;
  readonly size: number;
}

const SUFFIX = '.sealed';

export const manifestName = ({ system }: Pick<Archive, 'system'>, backup: string): string =>
  `${system}/base/${backup}.manifest${SUFFIX}`;
export const baseName = ({ system }: Pick<Archive, 'system'>, backup: string): string =>
  `${system}/base/${backup}.tar${SUFFIX}`;

/** `20261123T101500.123Z`, which sorts by time. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '');

export function momentOf(stamp: string): Date {
  return new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(.*)$/, '$1-$2-$3T$4:$5:$6'));
}

/** Which servers have backups in this storage. */
export async function listSystems(storage: BackupStorage): Promise<readonly string[]> {
  const files = await storage.list('');
  return [...new Set(files.flatMap(({ name }) => /^(\d{10,20})\/base\//.exec(name)?.[1] ?? []))];
}

/** The names of whole backups, the oldest first: a manifest is written last. */
export async function listBackups({ storage, system }: Archive): Promise<readonly string[]> {
  const files = await storage.list(`${system}/base/`);
  return files.flatMap(({ name }) => /([^/]+)\.manifest\.sealed$/.exec(name)?.[1] ?? []);
}

const WAL = /\/wal\/([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9]{8}T[0-9.]+Z)\.sealed$/;

/** What is archived of the server's log, in its order; of the names that begin so, when a beginning is given. */
export async function listWal({ storage, system }: Archive, beginning = ''): Promise<readonly ArchivedWal[]> {
  const files = await storage.list(`${system}/wal/${beginning}`);
  return files.flatMap(({ name, size }) => {
    const [, file, stamp] = WAL.exec(name) ?? [];
    return file === undefined || stamp === undefined ? [] : [{ name, file, at: momentOf(stamp), size }];
  });
}

export const walName = ({ system }: Pick<Archive, 'system'>, file: string, at: Date): string =>
  `${system}/wal/${file}.${stampOf(at)}${SUFFIX}`;

/** Seals and writes; answers the size of what was written. */
export function putSealed({ storage, key }: Archive, name: string, bytes: Bytes): Promise<number> {
  return storage.put(name, seal(key, name, bytes));
}

export function getSealed({ storage, key }: Archive, name: string): Bytes {
  return unseal(key, name, storage.get(name));
}

/** All of a small file. */
export async function readSealed(archive: Archive, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of getSealed(archive, name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function* once(bytes: Uint8Array): Bytes {
  yield bytes;
}
