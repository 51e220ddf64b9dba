import { baseName, listBackups, listWal, manifestName, momentOf, type Archive } from './archive.ts';
import type { BackupSettings } from './backup-settings.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { BrokenSeal } from './sealing.ts';

/**
 * Removes backups that are neither among the newest nor young enough, and the log before the oldest that stays. Timelines'
 * histories are small and stay. Answers how many backups went.
 */
export async function pruneBackups(
  archive: Archive,
  { keep, keepMs }: Pick<BackupSettings, 'keep' | 'keepMs'>,
  now: Date,
): Promise<number> {
  const names = await listBackups(archive);
  const isKept = (name: string, index: number): boolean =>
    index >= names.length - keep || now.getTime() - momentOf(name).getTime() < keepMs;
  const gone = names.filter((name, index) => !isKept(name, index));
  // The manifest first: what is left of a backup that is half removed counts as none.
  for (const name of gone) {
    await archive.storage.remove(manifestName(archive, name));
    await archive.storage.remove(baseName(archive, name));
  }
  await pruneUnfinished(archive, now);
  await archive.storage.removeUnfinished(new Date(now.getTime() - UNFINISHED_AFTER_MS));
  await pruneWal(archive);
  return gone.length;
}

const UNFINISHED_AFTER_MS = 2 * 86_400_000;

/** A copy whose backup failed has no manifest, and never will. */
async function pruneUnfinished(archive: Archive, now: Date): Promise<void> {
  const whole = new Set(await listBackups(archive));
  for (const { name } of await archive.storage.list(`${archive.system}/base/`)) {
    const stamp = /([^/]+)\.tar\.sealed$/.exec(name)?.[1];
    if (stamp === undefined || whole.has(stamp)) continue;
    if (now.getTime() - momentOf(stamp).getTime() > UNFINISHED_AFTER_MS) await archive.storage.remove(name);
  }
}

/** By number alone: a segment of a later timeline may be needed from any older backup. */
async function pruneWal(archive: Archive): Promise<void> {
  const [oldest] = await listBackups(archive);
  if (oldest === undefined) return;
  const wal = await walOf(archive, oldest);
  if (wal === undefined) return;
  for (const { name, file } of await listWal(archive))
    if (file.length === 24 && file.slice(8) < wal.first.slice(8)) await archive.storage.remove(name);
}

/** The log that a damaged backup needs is unknown: then all of the log stays until that backup is removed. */
async function walOf(archive: Archive, name: string): Promise<Manifest['wal'] | undefined> {
  try {
    return (await readManifest(archive, name)).wal;
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined;
    throw error;
  }
}
