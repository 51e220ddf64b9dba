import { BrokenSeal } from './sealing.ts';
import { manifestName, once, putSealed, readSealed, listBackups, type Archive } from './archive.ts';

export interface BackedUpFile {
  /** From the data folder. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** What the log held when a backup was taken. */
export interface LogFacts {
  readonly epoch: string;
  readonly position: number;
  /** Events up to that position. */
  readonly events: number;
  /** A sum over the hashes of these events: another one means another log. */
  readonly digest: string;
  /** Names of what had been moved into files (decisions/0143): its events are not among them. */
  readonly archives: readonly string[];
}

/** Says what a backup holds. Written last: a backup without one is not whole. */
export interface Manifest {
  readonly format: 1;
  readonly name: string;
  readonly database: string;
  /** When the server began and ended it, by the server's clock. Earlier than the end nothing can be restored from it. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly server: {
    readonly version: string;
    readonly major: number;
    readonly system: string;
    readonly segmentBytes: number;
  };
  /** The first and the last segment of the server's log that the files need. */
  readonly wal: { readonly timeline: number; readonly first: string; readonly last: string };
  readonly product: { readonly version: string; readonly migration: number };
  readonly log: LogFacts;
  /** The log's newest signed checkpoint (decisions/0153) then; null when nothing had been sealed. */
  readonly checkpoint: string | null;
  /** Number of the key vault that opens its persons (decisions/0149), which is in no backup; null when it has none. */
  readonly vault: string | null;
  readonly files: readonly BackedUpFile[];
  readonly folders: readonly string[];
  /** Of all files, and as they lie in the storage. */
  readonly bytes: number;
  readonly storedBytes: number;
}

export async function writeManifest(archive: Archive, manifest: Manifest): Promise<void> {
  await putSealed(archive, manifestName(archive, manifest.name), once(Buffer.from(JSON.stringify(manifest))));
}

/** @throws BrokenSeal when it does not open with the key */
export async function readManifest(archive: Archive, name: string): Promise<Manifest> {
  const text = (await readSealed(archive, manifestName(archive, name))).toString();
  const manifest: Manifest = JSON.parse(text);
  return manifest;
}

/**
 * Of the newest whole backup. A damaged one is passed over: it must not keep the next from being taken.
 *
 * @throws BrokenSeal when there are backups and none opens with the key
 */
export async function newestManifest(archive: Archive): Promise<Manifest | undefined> {
  let broken: BrokenSeal | undefined;
  for (const name of (await listBackups(archive)).toReversed()) {
    try {
      return await readManifest(archive, name);
    } catch (error) {
      if (!(error instanceof BrokenSeal)) throw error;
      broken ??= error;
    }
  }
  if (broken !== undefined) throw broken;
  return undefined;
}
