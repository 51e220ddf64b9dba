import { zipSync } from 'fflate';

/** A file of an archive. Names are ASCII, with `/` between folders, and differ. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The first day a ZIP knows: the same files are the same archive. */
const DAY = new Date(1980, 0, 1);

/** A ZIP archive without compression: its pictures are compressed already. */
export const zipOf = (entries: readonly ZipEntry[]): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), { level: 0, mtime: DAY }),
  );
