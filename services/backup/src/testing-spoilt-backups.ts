import { cpSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '@atelier/tests/faults/support/database.ts';

/** Something done to the files of a server's backups, and the sentence in which commands then end. */
export interface Spoilt {
  readonly what: string;
  /** @param folder the server's, in a copy of the backups */
  readonly spoil: (folder: string) => void;
  readonly sentence: RegExp;
}

/** A copy of the backups with which something is done; the caller removes it. */
export function spoiltBackups(backups: string, spoil: Spoilt['spoil']): string {
  const folder = newFolder();
  cpSync(backups, folder, { recursive: true });
  const server = readdirSync(folder).find((name) => /^\d+$/.test(name)) ?? '';
  spoil(join(folder, server));
  return folder;
}

const inFolder = (folder: string, end: string): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? '');
const cut = (file: string): void => truncateSync(file, Math.floor(statSync(file).size / 2));

export const SPOILT: readonly Spoilt[] = [
  {
    what: 'a manifest that was cut',
    spoil: (folder: string) => cut(inFolder(join(folder, 'base'), '.manifest.sealed')),
    sentence: /\.manifest\.sealed does not open .*restore from another backup, with --backup/,
  },
  {
    what: 'a backup that was cut',
    spoil: (folder: string) => cut(inFolder(join(folder, 'base'), '.tar.sealed')),
    sentence: /\.tar\.sealed does not open .*restore from another backup, with --backup/,
  },
  {
    what: 'a backup without its files',
    spoil: (folder: string) => rmSync(inFolder(join(folder, 'base'), '.tar.sealed')),
    sentence: /^The backups in .* failed \(ENOENT: .*\): the file is not there, use another backup/,
  },
  {
    what: 'an archived segment that was cut',
    spoil: (folder: string) => cut(inFolder(join(folder, 'wal'), '.sealed')),
    sentence: /\/wal\/.* does not open .*restore to a moment before this file, with --at/,
  },
  {
    what: 'a segment that is missing',
    spoil: (folder: string) => rmSync(inFolder(join(folder, 'wal'), '.sealed')),
    sentence: /^The backup could not be restored: /,
  },
];
