import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an archive holds: the file `NAME.json` beside `NAME.ndjson.gz`, and a row of `event_archives`. */
export interface Manifest {
  readonly format: 1;
  readonly name: string;
  /** Positions of its first and last event; all of them lie before `upperPosition`. */
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly upperPosition: number;
  readonly events: number;
  readonly streams: number;
  /** Of the compressed file's bytes, lower-case hex. */
  readonly sha256: string;
  /** Where the hash chains of its streams end: SHA-256 over a line per stream, `id version hash`, by id. */
  readonly chain: string;
}

/** The archive is not what it says or what the log knows of it; nothing has changed. */
export class BadArchive extends Error {
  readonly code = 'bad_archive';

  constructor(message: string) {
    super(message);
    this.name = 'BadArchive';
  }
}

export const eventsFile = (folder: string, name: string): string => join(folder, `${name}.ndjson.gz`);
export const manifestFile = (folder: string, name: string): string => join(folder, `${name}.json`);

/** @throws BadArchive for a file that is no manifest */
export async function readManifest(folder: string, name: string): Promise<Manifest> {
  const file = manifestFile(folder, name);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BadArchive(`${file} cannot be read`);
  });
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('format' in value) || value.format !== 1)
    throw new BadArchive(`${file} is no manifest of this format`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field is compared with the log's own row
  return value as Manifest;
}
