import { Fault } from '@atelier/host/fault.ts';
import { listBackups, listWal, momentOf, type Archive, type ArchivedWal } from './archive.ts';
import { readManifest, type Manifest } from './manifest.ts';

/** What is restored: a backup, and the server's log from it to the moment. */
export interface Choice {
  readonly manifest: Manifest;
  readonly wal: readonly ArchivedWal[];
  readonly timeline: number;
  /** Undefined: the newest that there is. */
  readonly at: Date | undefined;
}

/**
 * The newest backup that had ended by the moment, and the timeline on which the system lived then: a restore begins another one,
 * and what was restored away is on the one before.
 *
 * @throws Fault when no backup is that old
 */
export async function chooseBackup(
  archive: Archive,
  at: Date | undefined,
  wanted: { readonly timeline?: number | undefined; readonly backup?: string | undefined } = {},
): Promise<Choice> {
  const all = await listBackups(archive);
  const names = all.filter((name) => wanted.backup === undefined || name === wanted.backup);
  const wal = await listWal(archive);
  for (const name of names.toReversed()) {
    if (at !== undefined && momentOf(name) > at) continue;
    const manifest = await readManifest(archive, name);
    if (at !== undefined && new Date(manifest.endedAt) > at) continue;
    return { manifest, wal, at, timeline: wanted.timeline ?? timelineAt(wal, manifest, at) };
  }
  throw new Fault(
    names.length === 0
      ? noneIn(archive, wanted.backup, all)
      : `The oldest backup in ${archive.storage.place} is of ${momentOf(names[0] ?? '').toISOString()}: nothing earlier can be restored.`,
  );
}

function noneIn({ storage }: Archive, wanted: string | undefined, all: readonly string[]): string {
  return all.length === 0
    ? `There is no backup in ${storage.place}: name another place, with --from or in BACKUP_TARGET.`
    : `There is no backup ${wanted ?? ''} in ${storage.place}: there are ${all.join(', ')}.`;
}

/** A timeline's history is archived when it begins. */
function timelineAt(wal: readonly ArchivedWal[], manifest: Manifest, at: Date | undefined): number {
  const begun = wal
    .filter(({ file, at: since }) => file.endsWith('.history') && (at === undefined || since <= at))
    .map(({ file }) => Number.parseInt(file.slice(0, 8), 16));
  return Math.max(manifest.wal.timeline, ...begun);
}

/** Up to when the archive holds the log: when its newest segment of this timeline was complete. */
export function archivedUntil({ wal, timeline }: Choice): Date | undefined {
  const beginning = timeline.toString(16).toUpperCase().padStart(8, '0');
  return wal.findLast(({ file }) => file.length === 24 && file.startsWith(beginning))?.at;
}
